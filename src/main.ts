// The process: runs one command, reports a failure in one message, and exits with the right code.
import { failureText } from './cli/failure.js';
import { printFailure } from './cli/output.js';
import { buildProgram } from './cli/program.js';
import { commandContext } from './compose.js';

try {
  await buildProgram(commandContext).parseAsync();
} catch (error) {
  // A message for the operator is printed alone. Anything else is a bug and is printed with its stack.
  printFailure(failureText(error) ?? error);
  process.exitCode = 1;
}
