-- What customers see: the merchant's colour and logo on the customer page and the checkout.
create table brands (
  account_id uuid primary key references accounts (id),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- A PNG that we drew ourselves. Its digest is its address.
  logo bytea check (octet_length(logo) <= 102400),
  logo_digest text check (logo_digest ~ '^[0-9a-f]{32}$'),
  logo_width integer check (logo_width > 0),
  logo_height integer check (logo_height > 0),
  check ((logo is null) = (logo_digest is null) and (logo is null) = (logo_width is null) and (logo is null) = (logo_height is null))
);
create index brands_logo_digest on brands (logo_digest) where logo_digest is not null;
