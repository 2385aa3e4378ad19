// What Node.js and its libraries call a failure, such as ENOENT, which says more to programs than its message.

/** "" for a failure without a code. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The code of a failure, else its message: short enough to stand in another message. */
export function failureName(error: unknown): string {
  return errorCode(error) || (error instanceof Error ? error.message : String(error));
}
