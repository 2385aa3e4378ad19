-- A bank file is kept as it was, with a number, a count and a control total (D84): what is printed again is compared with it.
create table bank_files (
  id uuid primary key,
  livemode boolean not null,
  number bigint not null,
  count integer not null,
  total bigint not null,
  -- Which transfer, to which account, how much: [{"id", "clabe", "holder", "bank", "amount", "reason"}].
  lines jsonb not null,
  made_by text not null,
  made_at timestamptz(3) not null,
  unique (livemode, number)
);
insert into bank_files (id, livemode, number, count, total, lines, made_by, made_at)
select batch_id, livemode, row_number() over (partition by livemode order by min(exported_at), batch_id), count(*),
  sum(amount)::bigint,
  jsonb_agg(jsonb_build_object('id', id, 'clabe', clabe, 'holder', holder, 'bank', bank, 'amount', amount::text,
    'reason', reason) order by id),
  'unknown', min(exported_at)
from outgoing_transfers
where batch_id is not null
group by batch_id, livemode;
