// Notes about an order by the people of its merchant. Sending the same form twice makes one note.
import type { Deps } from '../../deps.js';
import { formatOrderId, isUuid } from '../../domain/base/identity.js';
import { invalidRequest } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { insertNote } from '../../store/orders/order-notes.js';
import { type OrderKey, requireOrder } from './require-order.js';

export const LONGEST_NOTE = 1_000;
const MOST_NOTES = 100;

type NoteCall = {
  readonly key: OrderKey;
  /** Made with the form, so that a form counts once. */
  readonly noteId: string;
  readonly text: string;
  /** The name of the person, as the note shows it. */
  readonly author: string;
  readonly actor: string;
};

export async function noteOrder(
  deps: Pick<Deps, 'db' | 'orders' | 'clock' | 'vault'>,
  { key, noteId, text, author, actor }: NoteCall,
): Promise<void> {
  const { scope, uuid } = await requireOrder(deps, key);
  if (text === '') throw invalidRequest({ param: 'text', error: 'required' });
  if (text.length > LONGEST_NOTE)
    throw invalidRequest({ param: 'text', error: 'too_long', details: { max: LONGEST_NOTE } });
  if (text.includes('\0') || !text.isWellFormed()) throw invalidRequest({ param: 'text', error: 'invalid_characters' });
  if (!isUuid(noteId)) throw invalidRequest({ param: 'note', error: 'required' });
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const note = { id: noteId, author, text, createdAt: at };
    if (!(await insertNote(tx, { scope, orderId: uuid, most: MOST_NOTES }, note)))
      throw invalidRequest({ param: 'text', error: 'out_of_range', details: { min: 0, max: MOST_NOTES } });
    const details = { account: scope.accountId, mode: scope.mode, note: noteId };
    await appendAudit(tx, deps, { at, actor, action: 'order.note', subject: formatOrderId(uuid), details });
  });
}
