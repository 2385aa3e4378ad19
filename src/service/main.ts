// The process: runs one command, reports a failure in one message, and exits with the right code.
import { printFailure } from '../cli/output.js';
import { askedCommands, buildProgram } from '../cli/program.js';
import { OperatorError } from '../errors/operator-error.js';
import { commandContext } from './command-context.js';

try {
  const program = await buildProgram(commandContext, askedCommands(process.argv.slice(2)));
  await program.parseAsync();
} catch (error) {
  const { failureText } = await import('../cli/failure.js');
  // A message for the operator is printed alone. Anything else is a bug and is printed with its stack.
  printFailure(failureText(error) ?? error);
  process.exitCode = error instanceof OperatorError ? error.exitCode : 1;
}
