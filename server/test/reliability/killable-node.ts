import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A node that sends mail, in a process that may be killed and replaced at any time. */
export interface KillableNode {
  start(): Promise<void>;
  /** With -9; it is gone when this returns. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares it; it runs from `start` on. */
export async function makeKillableNode(
  databaseUrl: string,
  smtpUrl: string,
): Promise<KillableNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-node-'));
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    async start() {
      child = spawn(
        process.execPath,
        [
          join(import.meta.dirname, 'mail-node.ts'),
          JSON.stringify({ databaseUrl, smtpUrl, dataDir }),
        ],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      const died = once(child, 'exit').then(([code]) => {
        throw new Error(`The node ended with ${code} before it was up.`);
      });
      died.catch(() => {});
      await Promise.race([once(child.stdout!, 'data'), died]);
    },
    kill,
    async stop() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
