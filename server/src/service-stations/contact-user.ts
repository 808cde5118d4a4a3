import { ROLE } from '@restvarde/contract/roles';
import { STATION_SENTENCE } from '@restvarde/contract/service-stations';
import { sendSetPasswordEmailForStaff } from '../auth/emails/set-password-job.ts';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { difference, writeCompanyAudit } from '../companies/audit.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { mustWaitForAddress } from '../users/claim-address.ts';
import { lockStation } from './locked-station.ts';

interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

/**
 * Makes the station's contact user and mails a link to set a password (STN-3). When it is there already with
 * this address, a retry whose first answer was lost, nothing happens.
 * @throws DomainError 404 when there is no such station; 403 for another company's; 400 when it has another user, or
 *   at an address that is taken.
 */
export function createContact(
  context: AppContext,
  viewer: Actor,
  station: number,
  person: Person,
): Promise<void> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { company_id } = await lockStation(tx, viewer, station);
    const present = await contactOf(tx, station);
    if (present?.email.toLowerCase() === person.email) return;
    if (present) throw refuse.detail(STATION_SENTENCE.hasUser);
    const { email } = person;
    const waits_for_address = await mustWaitForAddress(tx, viewer, { email, company_id });
    const { id } = await tx
      .insertInto('users')
      .values({ ...person, role: 10, service_station_id: station, waits_for_address })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sendSetPasswordEmailForStaff(context, tx, company_id, { id, email });
    await writeCompanyAudit(tx, viewer, company_id, 'create contact', {
      after: { service_station_id: station, user_id: id, ...person },
    });
    const details = { role: ROLE.serviceStation };
    await recordEvent(tx, viewer, { kind: 'person_added', user_id: id, details });
  });
}

/**
 * Changes the contact user (STN-5). Another address is another person until somebody has proved otherwise:
 * the password and the sessions end, and a link to set a password goes to it. Call `sessions.forget` after it.
 * @throws DomainError 404 when there is no such station or user; 403 for another company's; 400 at an address that is
 *   taken.
 */
export function changeContact(
  context: AppContext,
  viewer: Actor,
  station: number,
  change: { [field in keyof Person]?: string | undefined },
): Promise<void> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { company_id } = await lockStation(tx, viewer, station);
    const present = await contactOf(tx, station);
    if (!present) throw refuse.notFound();
    const { id, ...before } = present;
    const changed = difference<Person>(before, change);
    if (!changed) return;
    const { email } = changed.after;
    const isOther = email !== undefined;
    const asStranger = isOther && {
      password_hash: null,
      waits_for_address: await mustWaitForAddress(tx, viewer, { id, email, company_id }),
    };
    await tx
      .updateTable('users')
      .set({ ...changed.after, ...asStranger })
      .where('id', '=', id)
      .execute();
    await writeCompanyAudit(tx, viewer, company_id, 'change contact', {
      before: { service_station_id: station, user_id: id, ...changed.before },
      after: { service_station_id: station, user_id: id, ...changed.after },
    });
    if (!isOther) return;
    await endSessionsOf(tx, [id]);
    await recordEvent(tx, viewer, { kind: 'email_changed', user_id: id });
    await sendSetPasswordEmailForStaff(context, tx, company_id, { id, email });
  });
}

/**
 * Mails the contact a link to set a new password; returns the address (STN-2).
 * @throws DomainError 404 when there is no such station or user; 403 for another company's.
 */
export function resetContactPassword(
  context: AppContext,
  viewer: Actor,
  station: number,
): Promise<string> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { company_id } = await lockStation(tx, viewer, station);
    const contact = await contactOf(tx, station);
    if (!contact) throw refuse.notFound();
    await sendSetPasswordEmailForStaff(context, tx, company_id, contact);
    await writeCompanyAudit(tx, viewer, company_id, 'reset contact password', {
      after: { service_station_id: station, user_id: contact.id },
    });
    await recordEvent(tx, viewer, { kind: 'password_link_sent', user_id: contact.id });
    return contact.email;
  });
}

/**
 * Ends all sessions of the contact (SEC-3). Call `sessions.forget` after it.
 * @throws DomainError 404 when there is no such station or user; 403 for another company's.
 */
export function logOutContact(context: AppContext, viewer: Actor, station: number): Promise<void> {
  return context.pool.db.transaction().execute(async (tx) => {
    await lockStation(tx, viewer, station);
    const contact = await contactOf(tx, station);
    if (!contact) throw refuse.notFound();
    await endSessionsOf(tx, [contact.id]);
    const details = { reason: 'admin' } as const;
    await recordEvent(tx, viewer, { kind: 'session_ended', user_id: contact.id, details });
  });
}

function contactOf(tx: Tx, station: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('service_station_id', '=', station)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
}
