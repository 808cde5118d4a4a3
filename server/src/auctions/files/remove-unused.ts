import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';

/**
 * Removes a stored file after its row was deleted, unless another auction uses it (RELIST-2). Call it after the
 * commit: a row is copied under its auction's lock, so that a key in use always has a committed row.
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
