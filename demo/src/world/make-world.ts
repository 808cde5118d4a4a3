import type { Platform } from '@restvarde/server/platform';
import { makeDemoAuctions } from './auctions.ts';
import { writeDemoHistory } from './history.ts';
import { addDemoMedia } from './media.ts';
import { makeDemoPeople } from './people.ts';

/**
 * Fills an empty database with the demo world, once: people at once, so that the first page can be served;
 * pictures and documents behind it, each kept as it is done, so that a stop in between loses nothing.
 * Returns what stops the drawing.
 */
export async function makeDemoWorld(
  platform: Platform,
  options: { auctions: boolean },
): Promise<{ stop(): Promise<void> }> {
  await platform.pool.db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (known) return;
    const people = await makeDemoPeople(tx);
    if (!options.auctions) return;
    await makeDemoAuctions(tx, people, Date.now());
    await writeDemoHistory(tx);
  });
  const drawing = new AbortController();
  const done = options.auctions ? addDemoMedia(platform, drawing.signal) : Promise.resolve();
  return {
    async stop() {
      drawing.abort();
      await done;
    },
  };
}
