// A month of the books, written yyyy-mm.

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Its first and last day as yyyy-mm-dd; null if it is no month. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } | null {
  const [, year, number] = MONTH.exec(month) ?? [];
  if (year === undefined || number === undefined) return null;
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}
