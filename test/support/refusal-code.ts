// What an action refuses with.
import { AppError } from '../../src/errors/errors.js';

/** The code of the refusal; null if the work succeeds. Other errors are thrown on. */
export async function refusalCode(work: Promise<unknown> | (() => Promise<unknown>)): Promise<string | null> {
  try {
    await (typeof work === 'function' ? work() : work);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
