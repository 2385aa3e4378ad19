// Whose people a visitor sees.
import type { Team, Visitor } from '../../../domain/people/person.js';

export function teamOf(visitor: Visitor): Team {
  return visitor.kind === 'merchant' ? visitor.account.id : null;
}
