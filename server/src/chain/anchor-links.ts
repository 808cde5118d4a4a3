import { sql } from 'kysely';
import type { Pool } from '../db/pool.ts';
import { takeTurn } from '../jobs/turn.ts';
import { deriveKey, mac } from '../keys.ts';
import type { Log } from '../log.ts';

/** The most links in one anchor. */
const BATCH = 2_000;

export interface Anchor {
  id: number;
  /** The anchor before it; null for the first. */
  previous: Buffer | null;
  /** Of its links, by auction and position. */
  macs: Buffer[];
}

/** Seals one link. Its hash says of which auction it is, at which position, behind which other. */
export function linkMac(key: Buffer, hash: Buffer): Buffer {
  return mac(key, 'link', hash);
}

/** Seals links together, behind the anchor before. */
export function anchorMac(key: Buffer, { id, previous, macs }: Anchor): Buffer {
  return mac(key, `anchor ${id}:`, previous ?? '', ...macs);
}

/**
 * Seals the links that have been made since the last anchor with a key that the database does not have (DATA-3). The
 * log gets each anchor: where it is kept elsewhere it shows also that the newest of them were not removed. Every node
 * may do it at once. Returns how many links it sealed.
 */
export function anchorLinks(
  { pool, config }: { pool: Pick<Pool, 'db'>; config: { secret: string } },
  log: Log,
): Promise<number> {
  const key = deriveKey(config.secret, 'chain');
  return pool.db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx, 'chain anchors'))) return 0;
    const links = await tx
      .selectFrom('chain_links')
      .select(['auction_id', 'position', 'hash'])
      .where('anchor_id', 'is', null)
      .orderBy('auction_id')
      .orderBy('position')
      .limit(BATCH)
      .execute();
    if (links.length === 0) return 0;
    const last = await tx
      .selectFrom('chain_anchors')
      .select(['id', 'mac'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const macs = links.map(({ hash }) => linkMac(key, hash));
    const anchor = { id: (last?.id ?? 0) + 1, previous: last?.mac ?? null, macs };
    const sealed = anchorMac(key, anchor);
    await tx
      .insertInto('chain_anchors')
      .values({ id: anchor.id, link_count: links.length, mac: sealed })
      .execute();
    await sql`
      update chain_links c set anchor_id = ${anchor.id}, mac = l.mac
      from unnest(
        ${links.map((link) => link.auction_id)}::integer[],
        ${links.map((link) => link.position)}::integer[],
        ${macs}::bytea[]
      ) as l(auction_id, position, mac)
      where c.auction_id = l.auction_id and c.position = l.position`.execute(tx);
    log.info(
      { anchor: anchor.id, links: links.length, mac: sealed.toString('hex') },
      'what ended is anchored',
    );
    return links.length;
  });
}
