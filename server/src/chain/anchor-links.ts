import { sql } from 'kysely';
import type { Pool, Tx } from '../db/pool.ts';
import { takeTurn } from '../jobs/turn.ts';
import { deriveKey, mac } from '../keys.ts';
import type { Log } from '../log.ts';

/** The most links in one anchor. */
const BATCH = 2_000;
/** A link that has waited longer was made while no node sealed, or it replaces one that was sealed. */
const LATE = '10 minutes';

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

/** A chain of anchors that a node has seen to be longer than it is, or other than it is (DATA-3). */
class AnchorsFell extends Error {}

export interface Anchoring {
  /** Seals what waits; how many links that were. */
  seal(): Promise<number>;
  /** The number of the newest anchor; it never falls. */
  newest(): number;
  /** Links that were sealed late. */
  late(): number;
}

/**
 * Seals the links that have been made since the last anchor with a key that the database does not have (DATA-3). The
 * log gets each anchor: where it is kept elsewhere it shows also that the newest of them were not removed. Every node
 * may do it at once.
 *
 * It remembers the newest anchor that it has seen. When that is gone, or is another, the database was rewritten or an
 * older one restored: it seals nothing more, and `seal` throws at each call until the node is started again. Links that
 * have waited for long are sealed, and logged as an error with their auctions: they may replace others.
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
    await refuseFallen(tx, newest);
    const last = await readLast(tx);
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
    log.info(values, 'what ended is anchored');
    const old = links.filter(({ is_late }) => is_late);
    if (old.length > 0) {
      late += old.length;
      const auctions = old.slice(0, 20).map(({ auction_id }) => auction_id);
      log.error(
        { ...values, late: old.length, auctions },
        'links of long ago are sealed: no node has sealed for minutes, or they replace others',
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

/** The newest anchor, and the links that it was just made of. */
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

async function readLast(tx: Tx): Promise<{ id: number; mac: Buffer } | undefined> {
  return tx
    .selectFrom('chain_anchors')
    .select(['id', 'mac'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function refuseFallen(tx: Tx, seen: { id: number; mac: Buffer } | null): Promise<void> {
  if (seen === null) return;
  const found = await tx
    .selectFrom('chain_anchors')
    .select('mac')
    .where('id', '=', seen.id)
    .executeTakeFirst();
  if (found?.mac.equals(seen.mac)) return;
  throw new AnchorsFell(
    `Anchor ${seen.id} (${seen.mac.toString('hex')}) ${found ? 'is another now' : 'is gone'}: the database was rewritten, or an older one restored.`,
  );
}
