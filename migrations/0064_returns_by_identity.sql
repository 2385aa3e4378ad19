-- A return from the bank is known by its identity, as a payment is (D84): told again after two people have corrected its transfer, it
-- must not bounce it again. The notice that did so keeps the identity in `reverses`, as a till's reversal does.
-- Step by step.

create index concurrently if not exists rail_notices_reverses on rail_notices (reverses)
  where reverses is not null;
