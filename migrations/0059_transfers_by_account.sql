-- On a cluster a transfer and its customer's link are on the node of their account, and a key there has the account in it. That a
-- clave de rastreo names one transfer of all merchants is kept beside them. On one PostgreSQL the key of the transfers themselves
-- stays: the version before, which may still run, takes none beside them. A link is found by the digest of a secret, so nothing is
-- lost when it alone is no key.
-- Step by step.

create table if not exists tracking_keys (
  livemode boolean not null,
  tracking_key text not null,
  primary key (livemode, tracking_key)
);
insert into tracking_keys (livemode, tracking_key)
select livemode, tracking_key
from outgoing_transfers
where tracking_key is not null
on conflict do nothing;
drop index concurrently if exists outgoing_transfers_link;
create index concurrently if not exists transfer_email_links_of_digest on transfer_email_links (digest);
alter table transfer_email_links drop constraint if exists transfer_email_links_digest_key;
