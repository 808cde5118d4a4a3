import { fork } from 'node:child_process';
import { join } from 'node:path';
import { answer } from './product.ts';
import { compare, type Result } from './report/results.ts';

const ENTRY = join(import.meta.dirname, '../server/test/bench/picture-rounds.ts');

/** A photo of 12 megapixels to all of its sizes, against sharp by hand in the process that asks. */
export async function measurePictures(rounds: number): Promise<Result[]> {
  const child = fork(ENTRY, [String(rounds)]);
  const took = await answer<{ ours: number; bare: number }[]>(child);
  const name = 'a photo of 12 megapixels to all sizes / bare sharp';
  const ours = took.map((round) => round.ours);
  const bare = took.map((round) => round.bare);
  return [compare(name, 'ms', ours, bare, { atMost: 1.2 })];
}
