-- Money that came as coins goes back as coins (D92). Such a transfer says which; its destination is an address of that coin
-- instead of a CLABE, and the operator sends it with a wallet of their own. Rows that exist are all pesos by their making, so
-- they are not looked through.
alter table outgoing_transfers add column coin text;
alter table outgoing_transfers drop constraint outgoing_transfers_clabe_check;
alter table outgoing_transfers add constraint outgoing_transfers_clabe_check
  check (case when coin is null then clabe ~ '^[0-9]{18}$' else length(clabe) <= 100 end) not valid;
