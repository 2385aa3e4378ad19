// A month of the books, written yyyy-mm.

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Its first and last day as yyyy-mm-dd; null if it is no month. */
export function daysOfMonth(month: string): Days | null {
  return MONTH.test(month) ? daysIn(month) : null;
}

/** The days of a month that is one. */
export function daysIn(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}` };
}

/** The month of a day, or so many after it. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 7);
}

type Days = { readonly from: string; readonly to: string };
