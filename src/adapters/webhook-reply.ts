// What came of a POST, kept small: no more of an answer is read than this.

export type Sent =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** No answer: connection refused or reset, cut, or an address that may not be reached. */
  | { readonly problem: string };

export const REPLY_BYTES = 1024;

export function plainText(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).subarray(0, REPLY_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

export function plainHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) plain[name] = String(headers[name]).replaceAll('\0', '').slice(0, 200);
  return plain;
}
