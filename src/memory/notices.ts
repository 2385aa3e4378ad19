// Stores notices in shared statements (D41). An acknowledgement waits only until its notice is stored.
import type { Queryable } from '../store/db.js';
import { insertNotices, type NewNotice } from '../store/rails/notices.js';
import { coalesce, type SharingOptions } from './coalesce.js';

export type Notices = { store(notice: NewNotice): Promise<true> };

export function createNotices(db: Queryable, options: SharingOptions): Notices {
  return {
    store: coalesce({
      run: (notices: readonly NewNotice[]) => insertNotices(db, notices),
      maxQueued: options.maxQueued,
      onBatch: options.onBatch?.('notices.store'),
    }),
  };
}
