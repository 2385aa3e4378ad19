-- A shop's plugin that has answered "status":"success" before, and now answers 200 with text, has not taken the payment (D91).
-- Only endpoints of accounts of shop plugins are ever marked. The default is no rewrite of the table.
alter table webhook_endpoints add column says_success boolean not null default false;
