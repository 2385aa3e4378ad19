-- The link with which a customer says where money goes is sent to the customer alone (D85), by an e-mail of its own kind.
-- transfer_email_links has it. outgoing_transfers.link_digest, of links that merchants could read, is used no more.
alter table emails
  drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in ('instructions', 'paid', 'expiring', 'refund', 'account')) not valid;
