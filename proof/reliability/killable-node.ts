import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../server/test/eventually.ts';

/** A node that sends mail, in a process that may be killed and replaced at any time. */
export interface KillableNode {
  start(): Promise<void>;
  /** With -9; it is gone when this returns. */
  kill(): Promise<void>;
  /** It stands still, its connections open, until it is let on. */
  freeze(): void;
  thaw(): void;
  /** What its process holds, as Linux counts it. */
  held(): Promise<{ memory_kb: number; files: number }>;
  stop(): Promise<void>;
}

/** It is started anew, as whatever runs nodes for real does, while the database is on its way back. */
const START_LIMIT_MS = 60_000;

/** What a process that is loaded with it takes for the time. */
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

/**
 * Prepares it; it runs from `start` on, and serves calls on `port`, if that is given, by a clock that is so much ahead
 * of this machine's.
 */
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
