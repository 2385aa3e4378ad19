-- The figures of a merchant's first page are sums of the entries of the books, so that a payment that its till reversed and a refund
-- that bounced do not count (D87). They are also kept for twice as long, to be compared with the days before. What is kept is
-- counted anew by the worker, a day at a time; until then pages say that they are still counting.
delete from day_figures;
delete from retention_marks where what = 'figures';
