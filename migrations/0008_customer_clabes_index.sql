-- Money for a customer's CLABE looks its owner up by the CLABE alone. Without an index every match read the whole table.
create index customer_clabes_clabe on customer_clabes (clabe);
