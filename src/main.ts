// The process: runs one command, reports a failure in one message, and leaves with a fitting exit code.
import { failureText } from './cli/failure.js';
import { buildProgram } from './cli/program.js';
import { commandContext } from './compose.js';

try {
  await buildProgram(commandContext).parseAsync();
} catch (error) {
  // A message for the operator stands alone; anything else is a bug and shows where it happened.
  console.error(failureText(error) ?? error);
  process.exitCode = 1;
}
