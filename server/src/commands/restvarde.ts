// What an operator asks of the product: `npm run restvarde -- <command>`, with the environment of a node.
import { parseArgs } from 'node:util';
import { StartError } from '../start-error.ts';
import type { Command } from './command.ts';
import { verify } from './verify.ts';

const COMMANDS: Record<string, Command> = { verify };

const USAGE = `npm run restvarde -- <command> [--dry-run]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

  --dry-run  tell what would be done, and change nothing
  --help     behind a command: what it does, and its options

It exits with 0 when all is well, with 1 when it is not, and with 2 when it could not be done.`;

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    console.log(USAGE);
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS[name];
  if (!command) throw new StartError(`There is no command "${name}".\n\n${USAGE}`);
  const { help, 'dry-run': isDry, ...options } = readOptions(command, args);
  if (help) {
    console.log(command.help);
    return 0;
  }
  return command.run({ env: process.env, options, isDry: isDry === true });
}

function readOptions(command: Command, args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...command.options,
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${command.help}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 2;
}
