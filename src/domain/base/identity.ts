// Identifiers of orders: the id (`ch_` and a UUID version 7) and the folio that people read aloud (D25). An id contains
// its order's creation time. So sorting by id sorts by creation time, and a range of ids is a range of times.

const ORDER_ID = /^ch_([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Belongs to nothing that is stored: the operator's own books, test payments, the order of a ping. It sorts first. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';
export const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function formatOrderId(uuid: string): string {
  return `ch_${uuid}`;
}

/** The UUID inside an order id; null if it is not one of our ids. */
export function parseOrderId(id: string): string | null {
  return ORDER_ID.exec(id)?.[1] ?? null;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Eight upper-case hexadecimal characters from four random bytes. */
export function formatFolio(random: Buffer): string {
  return random.toString('hex', 0, 4).toUpperCase();
}

/** When an id of version 7 was made, in epoch milliseconds. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** The smallest UUID that an order created at or after that millisecond can have. */
export function firstUuidAt(ms: number): string {
  const time = Math.min(Math.max(Math.trunc(ms), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
