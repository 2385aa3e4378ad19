// The name of the operator at the terminal, for the audit log.
import { userInfo } from 'node:os';

export function operator(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return 'cli'; // a user without a name, as in containers
  }
}
