import { PROOF_NOT_ENDED } from '@restvarde/contract/auctions/proof';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { canonical, sha256 } from '../chain/canonical.ts';
import { hashTexts } from '../chain/history-events.ts';
import { appendProofEvents, type ProofEvent } from '../chain/proof-events.ts';
import type { AppContext } from '../context.ts';
import { asProduct } from '../db/as-viewer.ts';
import { firstRow, type Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { actOnSale } from '../sales/act-on-sale.ts';
import { openProofKey, publishProofKey } from './proof-key.ts';

export const PROOF_FORMAT = 'restvarde-proof/1';

/** A picture or document of the auction. `sha256` is of the stored file, null if it is gone. */
interface ProofFile {
  id: number;
  name?: string;
  sha256: string | null;
}

/** An email about the auction that the mail server accepted. */
interface Letter {
  at: string;
  kind: string;
  service_station_id: number | null;
  company_id: number | null;
  name: string;
}

/** `proof.json` (PROOF-2). */
export interface Proof {
  format: typeof PROOF_FORMAT;
  made_at: string;
  auction: Record<string, unknown> & {
    images: ProofFile[];
    files: ProofFile[];
    texts: Record<string, string>;
  };
  events: ProofEvent[];
  head: string;
  ended_hash: string;
  letters: Letter[];
  letters_hash: string;
  people: {
    users: Record<string, { first_name: string; last_name: string }>;
    stations: Record<string, { number: string; name: string }>;
  };
  key_id: string;
  signature: string;
}

type ProofContext = Pick<AppContext, 'pool' | 'jobs' | 'media' | 'config'>;

/**
 * Makes the signed proof of an ended auction, for its company's staff and superusers (PROOF-1). Closes an auction that
 * is past its end.
 * @throws DomainError 404 if it is another company's, or deleted and the viewer is not a superuser; 400 before its end
 */
export async function makeProof(context: ProofContext, viewer: Viewer, id: number): Promise<Proof> {
  await closeOrRefuse(context, viewer, id);
  return asProduct(() => sealProof(context, id));
}

interface Found {
  company_id: number;
  is_deleted: boolean;
  has_ended: boolean;
  is_closed: boolean;
}

/** Refuses a proof as in `makeProof`. Closes the auction if it is past its end and not closed. */
async function closeOrRefuse(context: ProofContext, viewer: Viewer, id: number): Promise<void> {
  const { rows } = await sql<Found>`
    select a.company_id, a.deleted_at is not null as is_deleted, s.closed_at is not null as is_closed,
      s.end_dt <= now_ms() as has_ended
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${id}`.execute(context.pool.db);
  const found = rows[0];
  const isOwn = viewer.is_superuser || (found && found.company_id === viewer.company_id);
  if (!found || !isOwn || (found.is_deleted && !viewer.is_superuser)) throw refuse.notFound();
  if (found.is_closed) return;
  if (found.is_deleted || !found.has_ended) throw refuse.detail(PROOF_NOT_ENDED);
  // Taking the lock closes the auction; the act itself changes nothing.
  await asProduct(() => actOnSale(context, viewer, id, async () => null));
}

async function sealProof({ pool, media, config }: ProofContext, id: number): Promise<Proof> {
  const events = await appendProofEvents(pool, id, media.sha256);
  const ended = events.find(({ type }) => type === 'ended');
  // An auction that was deleted before its end has no such event.
  if (ended === undefined) throw refuse.detail(PROOF_NOT_ENDED);
  const facts = await readFacts(pool.db, id);
  const { images, files, letters, texts, ...auction } = facts;
  const key = openProofKey(config.secret);
  const proof = {
    format: PROOF_FORMAT,
    made_at: new Date().toISOString(),
    auction: {
      ...auction,
      images: await hashFiles(images, media),
      files: await hashFiles(files, media),
      texts: textsIn(events, texts),
    },
    events,
    head: events.at(-1)!.hash,
    ended_hash: ended.hash,
    letters,
    letters_hash: sha256(canonical(letters)),
    people: await readPeople(pool.db, events),
    key_id: key.key_id,
  } as const;
  await publishProofKey(pool.db, key);
  return { ...proof, signature: key.sign(canonical(proof)) };
}

type StoredFile = Omit<ProofFile, 'sha256'> & { key: string };

function hashFiles(files: StoredFile[], media: ProofContext['media']): Promise<ProofFile[]> {
  return Promise.all(
    files.map(async ({ key, ...file }) => ({ ...file, sha256: await media.sha256(key) })),
  );
}

interface Facts extends Record<string, unknown> {
  images: StoredFile[];
  files: StoredFile[];
  letters: Letter[];
  /** All texts of the history. */
  texts: string[];
}

async function readFacts(db: Queryable, id: number): Promise<Facts> {
  const { rows } = await sql<{
    auction: object;
    images: StoredFile[];
    files: StoredFile[];
    letters: Letter[];
    changes: unknown;
  }>`
    select
      to_jsonb(a) - array['created_by', 'company_id', 'words', 'announced_at', 'is_relist_by_hand', 'feed_sent'] || jsonb_build_object(
        'company', jsonb_build_object('id', c.id, 'name', c.name),
        'end_dt', s.end_dt, 'closed_at', s.closed_at, 'bid_count', s.bid_count, 'highest_bid', s.highest_bid,
        'winning_bid_id', s.winning_bid_id, 'winner_notified_at', s.winner_notified_at,
        'bids_released_at', s.bids_released_at,
        'categories', (
          select coalesce(jsonb_agg(g.name order by g.name), '[]')
          from auction_categories ac join categories g on g.id = ac.category_id where ac.auction_id = a.id
        )
      ) as auction,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'key', key) order by position, id), '[]')
        from auction_images where auction_id = a.id
      ) as images,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'key', key) order by id), '[]')
        from auction_files where auction_id = a.id
      ) as files,
      (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'service_station_id', service_station_id,
          'company_id', company_id, 'name', name) order by at, id), '[]')
        from sale_letters where auction_id = a.id
      ) as letters,
      (
        select coalesce(jsonb_agg(jsonb_build_array(l.before, l.after)), '[]') from audit_log l
        where l.auction_id = a.id and exists (
          select from chain_links k where k.auction_id = a.id and l.id = any(k.event_ids)
        )
      ) as changes
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    where a.id = ${id}`.execute(db);
  const { auction, changes, letters, ...files } = firstRow(rows);
  const texts: string[] = [];
  hashTexts(changes, (text) => texts.push(text));
  return {
    ...auction,
    ...files,
    letters: letters.map((letter) => ({ ...letter, at: new Date(letter.at).toISOString() })),
    texts,
  };
}

/** The texts whose hashes are in the events, by hash. */
function textsIn(events: ProofEvent[], texts: string[]): Record<string, string> {
  const chain = JSON.stringify(events);
  const byHash = texts.map((text) => [sha256(text), text] as const);
  return Object.fromEntries(byHash.filter(([hash]) => chain.includes(hash)));
}

/**
 * The names of the users and stations in the events, without anonymised users and removed stations (PROOF-3). Tokens
 * are anonymised users too, but are included: their names are not those of people (FEED-2).
 */
async function readPeople(db: Queryable, events: ProofEvent[]): Promise<Proof['people']> {
  const idsAt = (name: string) => [
    ...new Set(events.flatMap(({ data }) => (typeof data[name] === 'number' ? [data[name]] : []))),
  ];
  const { rows: users } = await sql<{ id: number; first_name: string; last_name: string }>`
    select id, first_name, last_name from users
    where id = any(${idsAt('user_id')}::integer[]) and (anonymised_at is null or is_integration)
    order by id`.execute(db);
  const { rows: stations } = await sql<{ id: number; number: string; name: string }>`
    select id, number, name from service_stations
    where id = any(${idsAt('station_id')}::integer[]) and removed_at is null
    order by id`.execute(db);
  return {
    users: Object.fromEntries(users.map(({ id, ...names }) => [id, names])),
    stations: Object.fromEntries(stations.map(({ id, ...names }) => [id, names])),
  };
}
