-- On a cluster a link is on the node of its account, with the orders that use it, and a key there has the account in it. An id is
-- drawn at random, so nothing is lost when it alone is no key.
-- Step by step.

create index concurrently if not exists payment_links_of_id on payment_links (id);
drop index concurrently if exists payment_links_id;
