-- What an invoice (CFDI) of our fees to a merchant must say of them (D88).
create table account_tax_data (
  account_id uuid primary key,
  rfc text not null,
  name text not null,
  -- The régimen fiscal and the uso CFDI by their codes in the catalogues of the tax office.
  regime text not null,
  postal_code text not null,
  cfdi_use text not null,
  updated_at timestamptz(3) not null
);
