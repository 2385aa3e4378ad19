// An error whose message is for the person who runs the program: it says what is wrong and what to do.

export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
