import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { renderJob } from '../../email/emails.ts';
import { NewObjectEmail, type NewObjectProps, ordinary } from './new-object.email.tsx';
import { messageToStation, readForStation } from './station-facts.ts';
import { makeSearchToken } from './unsubscribe-address.ts';
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
const read: ReadEmail<SavedSearchJob, SavedSearchProps> = async (context, job, jobId) => {
  const { service_station_id, search_ids } = job;
  const { rows } = await sql<{ id: number; name: string; user_id: number }>`
    select ss.id, ss.name, ss.user_id
    from saved_searches ss join mail_readers u on u.id = ss.user_id
    where ss.id = any(${search_ids}::integer[]) and ss.frequency = 'direct'
      and u.service_station_id = ${service_station_id}
    order by ss.name, ss.id`.execute(context.pool.db);
  const [first] = rows;
  if (first === undefined) {
    return renderJob(context, { ...job, kind: 'new-object' }, jobId);
  }
  const facts = await readForStation(context, job);
  if (!facts?.is_active) return null;
  const { publicUrl } = context.config;
  const token = makeSearchToken(context, {
    user_id: first.user_id,
    search_ids: rows.map(({ id }) => id),
  });
  const matched = {
    names: rows.map(({ name }) => name),
    unsubscribe_url: `${publicUrl}/unsubscribe/${token}`,
  };
  const settings_url = `${publicUrl}/settings`;
  const oneClickUrl = `${publicUrl}/api/unsubscribe/${token}`;
  return messageToStation(context, facts, { settings_url, matched }, oneClickUrl);
};

type SavedSearchProps = NewObjectProps & Required<Pick<NewObjectProps, 'matched'>>;

export default {
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
