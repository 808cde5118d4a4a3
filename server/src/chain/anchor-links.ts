import { sql } from 'kysely';
import type { Pool, Queryable, Tx } from '../db/pool.ts';
import { takeTurn } from '../jobs/turn.ts';
import { deriveKey, mac } from '../keys.ts';
import type { Log } from '../log.ts';

/** Maximum number of links in one anchor. */
const BATCH = 2_000;
/** A link that has waited longer was created while no node was sealing, or replaces a sealed link. */
const LATE = '10 minutes';

export interface Anchor {
  id: number;
  /** The MAC of the previous anchor. Null for the first. */
  previous: Buffer | null;
  /** The MACs of its links, by auction and position. */
  macs: Buffer[];
}

/** Seals one link. Its hash covers the auction, the position and the previous link. */
export function linkMac(key: Buffer, hash: Buffer): Buffer {
  return mac(key, 'link', hash);
}

/** Seals links together, after the previous anchor. */
export function anchorMac(key: Buffer, { id, previous, macs }: Anchor): Buffer {
  return mac(key, `anchor ${id}:`, previous ?? '', ...macs);
}

export interface Anchoring {
  /** Seals the links that wait. Returns how many. */
  seal(): Promise<number>;
  /** The number of the newest anchor. Never decreases. */
  newest(): number;
  /** Number of links that were sealed late. */
  late(): number;
}

/**
 * Seals the links created since the last anchor, with a key that the database does not have (DATA-3). Logs each
 * anchor: a log kept elsewhere also shows whether the newest anchors have been removed. Nodes may run it
 * concurrently.
 *
 * Remembers the newest anchor it has seen. If that anchor is gone or different, the database was rewritten or an
 * older one was restored: `seal` then throws on every call until the node is restarted. Links that have waited
 * long are sealed and logged as an error with their auctions, because they may replace others.
 */
export function openAnchoring(
  { pool, config }: { pool: Pick<Pool, 'db'>; config: { secret: string } },
  log: Log,
): Anchoring {
  const key = deriveKey(config.secret, 'chain');
  let newest: { id: number; mac: Buffer } | null = null;
  let late = 0;

  const sealIn = async (tx: Tx): Promise<Sealed | null> => {
    if (!(await takeTurn(tx, 'chain anchors'))) return null;
    await assertAnchorUnchanged(tx, newest);
    const last = await readNewestAnchor(tx);
    const links = await readUnsealed(tx);
    if (links.length === 0) return last ? { ...last, links: [] } : null;
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
    return { id: anchor.id, mac: sealed, links };
  };

  const seal = async () => {
    const sealed = await pool.db.transaction().execute(sealIn);
    if (sealed === null) return 0;
    newest = sealed;
    const { links } = sealed;
    if (links.length === 0) return 0;
    const values = { anchor: sealed.id, links: links.length, mac: sealed.mac.toString('hex') };
    log.info(values, 'anchored the links of ended auctions');
    const old = links.filter(({ is_late }) => is_late);
    if (old.length > 0) {
      late += old.length;
      const auctions = old.slice(0, 20).map(({ auction_id }) => auction_id);
      log.error(
        { ...values, late: old.length, auctions },
        'sealed late links: no node has sealed for minutes, or they replace sealed links',
      );
    }
    return links.length;
  };

  return {
    seal,
    newest: () => newest?.id ?? 0,
    late: () => late,
  };
}

/** The newest anchor and the links that it has just sealed. */
interface Sealed {
  id: number;
  mac: Buffer;
  links: Unsealed[];
}

interface Unsealed {
  auction_id: number;
  position: number;
  hash: Buffer;
  is_late: boolean;
}

async function readUnsealed(tx: Tx): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    select c.auction_id, c.position, c.hash, coalesce(
      (select max(l.at) from audit_log l where l.id = any(c.event_ids)), s.closed_at
    ) < now_ms() - ${LATE}::interval as is_late
    from chain_links c join auction_standings s on s.auction_id = c.auction_id
    where c.anchor_id is null
    order by c.auction_id, c.position
    limit ${BATCH}`.execute(tx);
  return rows;
}

/** Returns the newest anchor in the database; undefined before the first. */
export async function readNewestAnchor(
  db: Queryable,
): Promise<{ id: number; mac: Buffer } | undefined> {
  return db
    .selectFrom('chain_anchors')
    .select(['id', 'mac'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Throws if the anchor that this node has seen is gone or different (DATA-3). */
async function assertAnchorUnchanged(
  tx: Tx,
  seen: { id: number; mac: Buffer } | null,
): Promise<void> {
  if (seen === null) return;
  const found = await tx
    .selectFrom('chain_anchors')
    .select('mac')
    .where('id', '=', seen.id)
    .executeTakeFirst();
  if (found?.mac.equals(seen.mac)) return;
  throw new Error(
    `Anchor ${seen.id} (${seen.mac.toString('hex')}) ${found ? 'is another now' : 'is gone'}: the database was rewritten, or an older one restored.`,
  );
}
