import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Email, EmailDefinition, Message } from '../../email/email.ts';
import { renderEmail } from '../../email/emails.ts';
import { topOf } from './letterhead-of.ts';
import newObject, { NewObjectEmail, type NewObjectProps, ordinary } from './new-object.email.tsx';
import { makeSearchToken } from './search-token.ts';
import { readForStation } from './station-facts.ts';
import { subjectOf } from './words.ts';

export interface SavedSearchJob {
  kind: 'saved-search';
  auction_id: number;
  service_station_id: number;
  search_ids: number[];
}

/**
 * Null if the auction is over or is no longer offered to the station. If the searches have been removed or turned
 * off since, the email about a followed category takes its place, as it would have without them.
 */
async function read(
  context: WorkerContext,
  job: SavedSearchJob,
): Promise<Message<SavedSearchProps> | Email | null> {
  const { auction_id, service_station_id, search_ids } = job;
  const { rows } = await sql<{ id: number; name: string; user_id: number }>`
    select ss.id, ss.name, ss.user_id
    from saved_searches ss join mail_readers u on u.id = ss.user_id
    where ss.id = any(${search_ids}::integer[]) and ss.frequency = 'direct'
      and u.service_station_id = ${service_station_id}
    order by ss.name, ss.id`.execute(context.pool.db);
  const [first] = rows;
  if (first === undefined) {
    const message = await newObject.read(context, {
      kind: 'new-object',
      auction_id,
      service_station_id,
    });
    return message && renderEmail(newObject, message);
  }
  const facts = await readForStation(context, job);
  if (!facts?.is_active) return null;
  const { publicUrl } = context.config;
  const token = makeSearchToken(context, {
    user_id: first.user_id,
    search_ids: rows.map(({ id }) => id),
  });
  return {
    to: facts.email,
    props: {
      ...facts,
      auction_url: `${publicUrl}/auctions/${auction_id}`,
      settings_url: `${publicUrl}/settings`,
      matched: {
        names: rows.map(({ name }) => name),
        unsubscribe_url: `${publicUrl}/unsubscribe/${token}`,
      },
    },
    top: await topOf(context.media, facts),
    oneClickUrl: `${publicUrl}/api/unsubscribe/${token}`,
  };
}

type SavedSearchProps = NewObjectProps & Required<Pick<NewObjectProps, 'matched'>>;

export default {
  kind: 'saved-search',
  name: 'Nytt objekt i en sparad sökning',
  read,
  subject: (facts) => `Nytt objekt: ${subjectOf(facts)}`,
  unsubscribeUrl: ({ matched }) => matched.unsubscribe_url,
  template: NewObjectEmail,
  samples: {
    vanligt: {
      ...ordinary,
      matched: {
        names: ['Volvo i Örebro', 'Bilar under 10 000 mil'],
        unsubscribe_url: 'https://restvarde.example/unsubscribe/token',
      },
    },
  },
} satisfies EmailDefinition<SavedSearchJob, SavedSearchProps>;
