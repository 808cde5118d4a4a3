import { Child } from '../child.ts';
import { compare, type Result } from './results.ts';

/** A photo of 12 megapixels to all of its sizes, against sharp without a separate process. */
export async function measurePictures(rounds: number): Promise<Result> {
  const child = await Child.start<null>('bench/processes/picture-rounds');
  try {
    const times = await child.call<{ ours: number; bare: number }[]>('measure', rounds);
    const name = 'a photo of 12 megapixels to all sizes / bare sharp';
    const ours = times.map((round) => round.ours);
    const bare = times.map((round) => round.bare);
    return compare(name, 'ms', ours, bare, { atMost: 1.2 });
  } finally {
    await child.stop();
  }
}
