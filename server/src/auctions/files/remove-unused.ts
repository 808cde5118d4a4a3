import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';

/**
 * Removes a stored file whose row of one auction is gone, unless another auction has it too (RELIST-2). Asked when that
 * is committed: a row is copied under the lock of the auction that has it, so that at every moment some committed row
 * has a key that is in use.
 */
export async function removeUnused(
  { pool, media }: Pick<AppContext, 'pool' | 'media'>,
  table: 'auction_images' | 'auction_files',
  key: string,
): Promise<void> {
  const { rows } = await sql`select from ${sql.table(table)} where key = ${key} limit 1`.execute(
    pool.db,
  );
  if (rows.length === 0) await media.remove(key);
}
