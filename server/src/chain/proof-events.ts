import { sql } from 'kysely';
import type { Pool, Tx } from '../db/pool.ts';
import { canonical, sha256 } from './canonical.ts';
import type { EventType } from './history-events.ts';
import { readDrafts } from './read-drafts.ts';

/** One event of a proof. `hash` is the SHA-256 of the RFC 8785 form of the other fields (PROOF-2). */
export interface ProofEvent {
  seq: number;
  /** ISO with milliseconds and Z. */
  at: string;
  type: EventType;
  data: Record<string, unknown>;
  prev: string;
  hash: string;
}

const FIRST_PREV = '0'.repeat(64);

/**
 * Returns all events of an ended auction. Those that are not stored yet are made from the rows that its chain covers
 * and are stored (PROOF-2). None if the auction was deleted before its end. Concurrent calls wait for each other, but
 * not for the storage. `hashFile` returns the SHA-256 of a stored file, or null if it is gone.
 */
export async function appendProofEvents(
  { db }: Pick<Pool, 'db'>,
  auction: number,
  hashFile: (key: string) => Promise<string | null>,
): Promise<ProofEvent[]> {
  const hashes = new Map<string, string | null>();
  for (;;) {
    const appended = await db.transaction().execute((tx) => append(tx, auction, hashes));
    if ('events' in appended) return appended.events;
    // Between transactions: a slow storage must hold neither a lock nor a connection.
    await Promise.all(appended.unhashed.map(async (key) => hashes.set(key, await hashFile(key))));
  }
}

/** Appends the events that are missing. Writes nothing, and returns the keys, if files in them are not hashed yet. */
async function append(
  tx: Tx,
  auction: number,
  hashes: Map<string, string | null>,
): Promise<{ events: ProofEvent[] } | { unhashed: string[] }> {
  await sql`select pg_advisory_xact_lock(hashtext('proof'), ${auction})`.execute(tx);
  const { rows } = await sql<{ position: number; event: string }>`
    select position, event from proof_events where auction_id = ${auction} order by seq`.execute(
    tx,
  );
  const events = rows.map(({ event }) => JSON.parse(event) as ProofEvent);
  const known = rows.at(-1)?.position ?? 0;
  const drafts = (await readDrafts(tx, auction)).filter(({ position }) => position > known);
  // It was deleted before its end.
  if (![...events, ...drafts].some(({ type }) => type === 'ended')) return { events: [] };
  const keys = new Set(drafts.flatMap(({ key }) => key ?? []));
  const unhashed = [...keys].filter((key) => !hashes.has(key));
  if (unhashed.length > 0) return { unhashed };
  const made: { seq: number; position: number; event: string }[] = [];
  for (const { position, at, type, data, key } of drafts) {
    const file = key === undefined ? {} : { sha256: key && hashes.get(key) };
    const link = {
      seq: events.length + 1,
      at,
      type,
      data: { ...data, ...file },
      prev: events.at(-1)?.hash ?? FIRST_PREV,
    };
    const event = { ...link, hash: sha256(canonical(link)) };
    events.push(event);
    made.push({ seq: event.seq, position, event: canonical(event) });
  }
  if (made.length > 0) {
    await sql`
      insert into proof_events (auction_id, seq, position, event)
      select ${auction}, seq, position, event
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as t(seq integer, position integer, event text)`.execute(
      tx,
    );
  }
  return { events };
}
