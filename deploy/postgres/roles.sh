#!/bin/bash
# Run once by the image of PostgreSQL, when its volume is new: one role owns the tables, the other runs the service.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username postgres --set=owner="$OWNER_PASSWORD" --set=run="$RUN_PASSWORD" <<'SQL'
create role cobro_owner login password :'owner';
create role cobro_run login password :'run';
create database cobro owner cobro_owner;
SQL
