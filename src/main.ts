// The process: runs one command, tells a failure in one message, and leaves with a fitting exit code.
import { buildProgram } from './cli/program.js';
import { commandContext } from './compose.js';
import { OperatorError } from './operator-error.js';

try {
  await buildProgram(commandContext).parseAsync();
} catch (error) {
  // A message for the operator stands alone; anything else is a bug and shows where it happened.
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
