import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { ContactChangeProps } from './contact-change.email.tsx';

export interface ContactChangeJob {
  kind: 'contact-change';
  /** The contact that is replaced. */
  user_id: number;
  /** The other address has been confirmed. */
  is_done: boolean;
}

/** Notifies a station's contact that another address was entered, or that it has taken over (STN-5). */
export async function sendContactChangeEmail(
  context: WorkerContext,
  tx: Tx,
  contact: { user_id: number; is_done: boolean },
): Promise<void> {
  const job: ContactChangeJob = { kind: 'contact-change', ...contact };
  await context.jobs.send(tx, 'mail', job, { priority: 50 });
}

/** Null if the change was reverted or has been completed, and for an account without personal data. */
export async function contactChangeEmail(
  { pool }: WorkerContext,
  { user_id, is_done }: ContactChangeJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<ContactChangeProps, 'is_done'> & { email: string }>`
    select u.email, st.name as station_name,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from users u
    join service_stations st on st.id = u.service_station_id
    join companies c on c.id = st.company_id
    where u.id = ${user_id} and u.anonymised_at is null and not u.waits_for_address and (
      ${is_done} or u.deactivated_at is null and exists (
        select from users successor
        where successor.service_station_id = st.id and successor.is_successor and successor.deactivated_at is null
      )
    )`.execute(pool.db);
  const [change] = rows;
  if (!change) return null;
  return renderEmail(change.email, () => import('./contact-change.email.tsx'), {
    ...change,
    is_done,
  });
}
