-- A check of the books that is cut off can be gone on with (D87). Whoever runs it says every few seconds that it still runs, so the
-- next one need not wait long to know that it does not. The version before knows neither column and needs neither.
alter table book_checks
  add column if not exists seen_at timestamptz(3),
  -- How far it has come, signed; null once it has ended.
  add column if not exists place text;
