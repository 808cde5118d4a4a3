import { runCommand } from '../../src/commands/run-command.ts';
import { TEST_SECRET } from '../test-node.ts';

/** The settings that a command needs in addition to DATABASE_URL and DATA_DIR. */
const SETTINGS = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  SECRET: TEST_SECRET,
  PUBLIC_URL: 'https://restvarde.example',
  MAIL_FROM: 'no-reply@restvarde.example',
  LOG_LEVEL: 'silent',
};

/**
 * Runs a command like an operator, but in this process, since a separate one would load the whole server again. Returns
 * the exit code and the output; throws what the command throws.
 */
export async function operate(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const printed: string[] = [];
  const code = await runCommand(args, { ...SETTINGS, ...env }, (text) => printed.push(text));
  return { code, output: printed.join('\n') };
}
