import type { WorkerContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { ChainAnchorJob } from './emails/chain-anchor.email.tsx';

/** Queues the daily email with the newest anchor, if the operator wants it (DATA-3). */
export async function sendAnchor(
  { config, jobs }: Pick<WorkerContext, 'config' | 'jobs'>,
  tx: Tx,
  { day }: { day: string },
): Promise<void> {
  if (!config.anchorEmail) return;
  await jobs.send(tx, 'mail', { kind: 'chain-anchor', day } satisfies ChainAnchorJob);
}
