import { parseArgs } from 'node:util';
import type { Environment } from '../config.ts';
import { StartError } from '../start-error.ts';
import { backup } from './backup.ts';
import type { Command } from './base/command.ts';
import { company } from './company.ts';
import { doctor } from './doctor.ts';
import { erase } from './erase.ts';
import { importTable } from './import.ts';
import { token } from './integrations/token.ts';
import { webhook } from './integrations/webhook.ts';
import { migrateDatabase } from './migrate.ts';
import { normalise } from './normalise.ts';
import { requeueEmails } from './requeue-emails.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { restore } from './restore.ts';
import { rotateSecret } from './rotate-secret.ts';
import { signOn } from './sign-on.ts';
import { superuser } from './superuser.ts';
import { verify } from './verify.ts';

const COMMANDS: Record<string, Command> = {
  superuser,
  company,
  import: importTable,
  migrate: migrateDatabase,
  doctor,
  backup,
  restore,
  verify,
  'requeue-emails': requeueEmails,
  normalise,
  erase,
  'reset-second-factor': resetSecondFactor,
  'sign-on': signOn,
  token,
  webhook,
  'rotate-secret': rotateSecret,
};

const USAGE = `npm run restvarde -- <command> [--dry-run]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`)
  .join('\n')}

  --dry-run  report what would be done, and change nothing
  --help     after a command: what it does, and its options

Exits with 0 if all is well, with 1 if not, and with 2 if the command could not run.`;

/**
 * Runs an operator's command line with the environment of a node (OPS-13). Returns 0 if all is well, 1 if not, 2 if no
 * command is named.
 * @throws StartError if it cannot run.
 */
export async function runCommand(
  [name, ...written]: string[],
  env: Environment,
  print: (text: string) => void,
): Promise<number> {
  if (name === undefined || name === '--help') {
    print(USAGE);
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS[name];
  if (!command) throw new StartError(`There is no command "${name}".\n\n${USAGE}`);
  const usage = `npm run restvarde -- ${name} ${command.arguments?.usage ?? ''}\n\n${command.help}`;
  const { args, options } = readArguments(command, usage, written);
  const { help, 'dry-run': isDry = false, ...own } = options;
  if (help) {
    print(usage);
    return 0;
  }
  const { least, most } = command.arguments ?? { least: 0, most: 0 };
  if (args.length < least || args.length > most)
    throw new StartError(`It takes other arguments.\n\n${usage}`);
  return command.run({
    env,
    args,
    options: own,
    isDry: isDry === true,
    print: (line) => print(isDry ? `Dry run, nothing is kept. ${line}` : line),
  });
}

function readArguments(command: Command, usage: string, written: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: written,
      allowPositionals: true,
      options: {
        ...command.options,
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return { args: positionals, options: values as Record<string, unknown> };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`);
  }
}
