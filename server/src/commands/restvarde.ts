// Entry point for operators: `npm run restvarde -- <command>`, with the environment of a node (OPS-13).
import { StartError } from '../start-error.ts';
import { runCommand } from './run-command.ts';

try {
  process.exitCode = await runCommand(process.argv.slice(2), process.env, console.log);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 2;
}
