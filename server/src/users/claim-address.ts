import type { Viewer } from '@restvarde/contract/roles';
import { EMAIL_TAKEN } from '@restvarde/contract/users';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

/**
 * Whether a new account must wait for its address, because an open account of another company has it. The caller gets
 * the same reply either way, and the owner of the address gets an email (STN-9). Superusers see every account with the
 * address.
 * @throws DomainError 400 at `field` for an address that the company itself uses, and to superusers for any.
 */
export async function mustWaitForAddress(
  tx: Tx,
  viewer: Viewer,
  account: { email: string; company_id: number; id?: number },
  field = 'email',
): Promise<boolean> {
  const { rows: holders } = await sql<{ company_id: number | null; waits: boolean }>`
    select coalesce(st.company_id, u.company_id) as company_id, u.waits_for_address as waits
    from users u left join service_stations st on st.id = u.service_station_id
    where lower(u.email) = ${account.email.toLowerCase()} and u.deactivated_at is null
      and u.id <> ${account.id ?? 0}`.execute(tx);
  const isKnown = holders.some(({ company_id }) => company_id === account.company_id);
  const isTaken = holders.some(({ waits }) => !waits);
  if (isKnown || (isTaken && viewer.is_superuser)) throw refuse.field(field, EMAIL_TAKEN);
  return isTaken;
}

/** Gives a released address to the first account that waits for it. */
export async function passOnAddress(tx: Tx, email: string): Promise<void> {
  await sql`
    update users set waits_for_address = false
    where id = (
      select id from users
      where lower(email) = ${email} and deactivated_at is null and waits_for_address
      order by id limit 1
    ) and not exists (
      select from users
      where lower(email) = ${email} and deactivated_at is null and not waits_for_address
    )`.execute(tx);
}
