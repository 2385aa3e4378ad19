-- The marks of stores and banks that an operator has uploaded. Without one a point has a drawn tile (D56).
create table point_marks (
  point_code text primary key references payment_points (code),
  -- A PNG that we drew ourselves.
  picture bytea not null check (octet_length(picture) <= 102400),
  digest text not null check (digest ~ '^[0-9a-f]{32}$')
);
