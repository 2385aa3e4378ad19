// What the audit log can tell that somebody did. The list is closed, so that every act has a name for people, too.

export const AUDIT_ACTIONS = [
  ...(['account.create', 'account.update', 'brand.set', 'customer.erase', 'database.backup'] as const),
  ...([
    'database.restore',
    'email.send',
    'fee.set',
    'key.create',
    'key.revoke',
    'key.roll',
    'ledger.adjust',
    'ledger.close',
    'ledger.seal',
  ] as const),
  ...(['link.create'] as const),
  ...(['link.deactivate', 'messages.set', 'order.cancel', 'order.note', 'order.refund', 'overdraft.set'] as const),
  ...(['payment.accept'] as const),
  ...(['payment.match', 'payment.return', 'payment.take_back', 'payment.void', 'payout.create'] as const),
  ...(['payout_account.name', 'payout_account.stop', 'payout_plan.set'] as const),
  ...(['person.accept', 'person.demo', 'person.disable', 'person.enable', 'person.invite', 'person.link'] as const),
  ...(['person.password', 'person.proposed', 'person.recovery_codes', 'person.rename', 'person.reset'] as const),
  ...(['person.role'] as const),
  ...(['person.second_factor_off', 'person.second_factor_on', 'person.set_up', 'person.withdraw'] as const),
  ...(['policy.set', 'proposal.approve', 'proposal.decline', 'proposal.open', 'provider.cards'] as const),
  ...(['provider.coin_price', 'provider.edit', 'provider.import', 'provider.live', 'provider.move'] as const),
  ...(['rail.add', 'rail.allow', 'rail.points', 'rail.resume', 'rail.revoke', 'rate.set', 'reconcile'] as const),
  ...(['secrets.rotate', 'session.end', 'session.open', 'session.refused', 'sms.send', 'transfer.bounce'] as const),
  ...([
    'transfer.confirm',
    'transfer.destination',
    'transfer.export',
    'transfer.fund',
    'transfer.lend',
    'transfer.print',
    'transfer.resume',
    'transfer.sent',
    'webhook.change',
  ] as const),
  ...(['webhook.create', 'webhook.delete', 'webhook.off', 'webhook.on', 'webhook.rotate'] as const),
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
