// Names of orders: the id (`ch_` + UUID version 7) and the folio that people read to each other (D25).
// An id carries its order's creation time, so ordering by id is ordering by creation, and a span of time is a span of ids.

const ORDER_ID = /^ch_([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function formatOrderId(uuid: string): string {
  return `ch_${uuid}`;
}

/** The UUID inside an order id, or null when it is none of ours. */
export function parseOrderId(id: string): string | null {
  return ORDER_ID.exec(id)?.[1] ?? null;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Eight upper-case hexadecimal characters out of four random bytes. */
export function formatFolio(random: Buffer): string {
  return random.toString('hex', 0, 4).toUpperCase();
}

/** The smallest UUID that an order created at that millisecond, or later, can have. */
export function firstUuidAt(ms: number): string {
  const time = Math.min(Math.max(Math.trunc(ms), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
