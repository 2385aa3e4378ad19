-- Every secret of the last 24 hours signs along, also after several rotations in one day. previous_secret keeps the newest
-- of them, for nodes of the previous version; older_secrets has the others, newest first, each as {"secret", "until"},
-- where "until" is epoch milliseconds.
alter table webhook_endpoints add column older_secrets jsonb not null default '[]';
