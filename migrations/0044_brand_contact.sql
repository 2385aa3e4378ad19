-- How customers reach a shop: they see it on their page, and an order that has expired leads to the shop's own site.
alter table brands
  add column phone text check (phone ~ '^\+[0-9]{8,15}$'),
  add column whatsapp text check (whatsapp ~ '^\+[0-9]{8,15}$'),
  add column email text check (length(email) <= 254),
  add column website text check (website ~ '^https?://' and length(website) <= 500);
