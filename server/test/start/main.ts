import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort } from '../../../tools/test/free-port.ts';
import { eventually } from '../eventually.ts';
import { TEST_SECRET } from '../test-node.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** A node in production in a separate process. */
export interface RunningMain {
  process: ChildProcess;
  url: string;
  /** Its code and signal, when it has ended. */
  ended: Promise<unknown[]>;
  /** What it has written to stderr by then. */
  said: Promise<string>;
  /** The lines of its log so far; none unless `env` names a LOG_LEVEL. */
  log: string[];
}

/** Starts a node, on a free port unless `env` names one, and waits until it is ready; it is killed when the test ends. */
export async function startMain(
  t: { after(work: () => unknown): void },
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string> = {},
  main = MAIN,
): Promise<RunningMain> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SECRET: TEST_SECRET,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLIC_URL: url,
      MAIL_FROM: 'no-reply@restvarde.example',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SHUTDOWN_GRACE_S: '1',
      ...env,
    },
    stdio: ['ignore', env.LOG_LEVEL ? 'pipe' : 'ignore', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const said = text(child.stderr!);
  const log: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => log.push(line));
  const ready = eventually(async () => {
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
  });
  const early = ended.then(async () => assert.fail(`It ended, and said: ${await said}`));
  early.catch(() => {});
  await Promise.race([ready, early]);
  return { process: child, url, ended, said, log };
}
