-- The operator looks for money by anything that a bank or a customer tells of it: an amount, a payer, any part of a tracking
-- key. A worker writes down what a payment is searched by, as it does for orders, so matching one costs nothing more.
-- Step by step.

create table if not exists payment_texts (
  payment_id uuid primary key,
  text text not null,
  -- Numbers made of the mode and each three characters of the text, and one of the amount (domain/orders/search-text.ts).
  grams integer[] not null
);
create index concurrently if not exists payment_texts_grams on payment_texts using gin (grams);
