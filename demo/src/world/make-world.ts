import type { AppContext } from '@restvarde/server/context';
import { sql } from 'kysely';
import { makeDemoAuctions } from './auctions.ts';
import { writeDemoHistory } from './history.ts';
import { addDemoMedia } from './media.ts';
import { makeDemoPeople } from './people.ts';

/** Fills an empty database with the whole of the demo world, pictures and all, or with none of it. */
export async function makeDemoWorld(
  { pool, media }: Pick<AppContext, 'pool' | 'media'>,
  options: { auctions: boolean },
): Promise<void> {
  await pool.db.transaction().execute(async (tx) => {
    // On a slow machine the pictures keep it waiting.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const known = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (known) return;
    console.log('Making the demo world …');
    const people = await makeDemoPeople(tx);
    if (!options.auctions) return;
    const auctions = await makeDemoAuctions(tx, people, Date.now());
    await addDemoMedia(tx, media, { auctions, companies: people.companies });
    await writeDemoHistory(tx);
  });
}
