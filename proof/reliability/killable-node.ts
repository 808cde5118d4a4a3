import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../server/test/eventually.ts';

/** A node in a separate process that can be killed and replaced at any time. */
export interface KillableNode {
  start(): Promise<void>;
  /** Kills it by SIGKILL. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Pauses it, with its connections open. */
  freeze(): void;
  thaw(): void;
  /** Its memory and handles, as Linux counts them. */
  held(): Promise<{ memory_kb: number; files: number }>;
  stop(): Promise<void>;
}

/** Restarts are retried, as a supervisor would, while the database recovers. */
const START_LIMIT_MS = 60_000;

/** Preloaded to shift the process's clock. */
const skewed = (ahead_ms: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const now = Date.now;
    globalThis.Date = class extends Date {
      constructor(...given) {
        super(...(given.length > 0 ? given : [now() + ${ahead_ms}]));
      }
      static now() {
        return now() + ${ahead_ms};
      }
    };`)}`;

/** Prepares a node. `start` runs it, with HTTP on `port` if given, and a clock that is `ahead_ms` ahead. */
export async function makeKillableNode(
  databaseUrl: string,
  smtpUrl: string,
  { port, ahead_ms = 0 }: { port?: number; ahead_ms?: number } = {},
): Promise<KillableNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-node-'));
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const startOnce = async () => {
    child = spawn(
      process.execPath,
      [
        ...(ahead_ms === 0 ? [] : ['--import', skewed(ahead_ms)]),
        join(import.meta.dirname, 'mail-node.ts'),
        JSON.stringify({ databaseUrl, smtpUrl, dataDir, port }),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`The node ended with ${code} before it was up.`);
    });
    died.catch(() => {});
    await Promise.race([once(child.stdout!, 'data'), died]);
  };
  return {
    start: () => eventually(startOnce, START_LIMIT_MS),
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async held() {
      const folder = `/proc/${child!.pid}`;
      const status = await readFile(`${folder}/status`, 'utf8');
      const memory_kb = Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]);
      return { memory_kb, files: (await readdir(`${folder}/fd`)).length };
    },
    async stop() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
