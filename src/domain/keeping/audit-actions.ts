// What the audit log can tell that somebody did. The list is closed, so that every act has a name for people, too.

export type AuditAction =
  | `account.${'create' | 'update'}`
  | 'brand.set'
  | 'customer.erase'
  | `database.${'backup' | 'restore'}`
  | 'email.send'
  | 'fee.set'
  | 'format.set'
  | `key.${'create' | 'revoke' | 'roll'}`
  | `ledger.${'adjust' | 'close' | 'seal'}`
  | `link.${'change' | 'create' | 'deactivate'}`
  | 'messages.set'
  | 'notice.look_at'
  | `order.${'cancel' | 'note' | 'refund'}`
  | 'overdraft.set'
  | `payment.${'accept' | 'match' | 'return' | 'take_back' | 'void'}`
  | 'payout.create'
  | `payout_account.${'name' | 'stop'}`
  | 'payout_plan.set'
  | `person.${'accept' | 'demo' | 'disable' | 'enable' | 'forgot' | 'invite' | 'link' | 'password' | 'proposed'}`
  | `person.${'recovery_codes' | 'rename' | 'reset' | 'role' | 'set_up' | 'withdraw'}`
  | `person.second_factor_${'off' | 'on'}`
  | 'policy.set'
  | `proposal.${'approve' | 'decline' | 'open'}`
  | `provider.${'cards' | 'coin_price' | 'edit' | 'import' | 'live' | 'mark' | 'move'}`
  | `rail.${'add' | 'allow' | 'points' | 'resume' | 'revoke'}`
  | 'rate.set'
  | 'reconcile'
  | 'secrets.rotate'
  | `session.${'end' | 'open' | 'refused'}`
  | 'sms.send'
  | `transfer.${'bounce' | 'confirm' | 'destination' | 'export' | 'fund' | 'lend' | 'print' | 'resume' | 'sent'}`
  | `webhook.${'change' | 'create' | 'delete' | 'off' | 'on' | 'rotate'}`;
