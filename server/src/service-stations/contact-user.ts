import { ROLE } from '@restvarde/contract/roles';
import { STATION_SENTENCE } from '@restvarde/contract/service-stations';
import { sql } from 'kysely';
import {
  sendAccountEmail,
  sendSetPasswordEmailForStaff,
} from '../auth/emails/send-account-email.ts';
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
 * Creates the station's contact user and mails a link to set a password (STN-3). Does nothing if the user exists with
 * this address, as on a retry after a lost reply.
 * @throws DomainError 404 if there is no such station; 403 for another company's; 400 if it has another user, or the
 * address is taken.
 */
export function createContact(
  context: AppContext,
  viewer: Actor,
  station: number,
  person: Person,
): Promise<void> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { company_id } = await lockStation(tx, viewer, station);
    const { contact, successor } = await contactsOf(tx, station);
    if (contact?.email === person.email) return;
    if (contact) throw refuse.detail(STATION_SENTENCE.hasUser);
    if (successor) await close(tx, viewer, successor.id);
    const id = await invite(context, tx, viewer, { station, company_id, person });
    await writeCompanyAudit(tx, viewer, company_id, 'create contact', {
      after: { service_station_id: station, user_id: id, ...person },
    });
  });
}

/**
 * Changes the contact user (STN-5). Names are corrected in place. A new address is a new account: it takes over when
 * its owner has set a password; until then the present contact logs in and gets the station's mail. A contact without a
 * password is replaced at once. Entering the successor's address again sends another link; entering the contact's
 * address cancels the change. Call `sessions.forget` after it.
 * @throws DomainError 404 if there is no such station or user; 403 for another company's; 400 if the address is taken.
 */
export function changeContact(
  context: AppContext,
  viewer: Actor,
  station: number,
  change: { [field in keyof Person]?: string | undefined },
): Promise<void> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { company_id } = await lockStation(tx, viewer, station);
    const { contact, successor } = await contactsOf(tx, station);
    if (!contact) throw refuse.notFound();
    const { email = contact.email, ...names } = change;
    if (email === contact.email) {
      if (successor && change.email !== undefined) await close(tx, viewer, successor.id);
      await rename(tx, viewer, { station, company_id, user: contact, names });
    } else if (email === successor?.email) {
      await rename(tx, viewer, { station, company_id, user: successor, names });
      await sendSetPasswordEmailForStaff(context, tx, company_id, successor);
    } else {
      if (successor) await close(tx, viewer, successor.id);
      const is_successor = contact.has_password;
      if (!is_successor) await close(tx, viewer, contact.id);
      const { first_name = contact.first_name, last_name = contact.last_name } = names;
      const person = { first_name, last_name, email };
      const id = await invite(context, tx, viewer, { station, company_id, person, is_successor });
      await writeCompanyAudit(tx, viewer, company_id, 'replace contact', {
        before: { service_station_id: station, user_id: contact.id },
        after: { service_station_id: station, user_id: id, ...person },
      });
      if (is_successor)
        await sendAccountEmail(context, tx, {
          kind: 'contact-change',
          user_id: contact.id,
          is_done: false,
        });
    }
  });
}

/** Creates an account for the station, which must have no successor yet, and mails a link to set a password. */
async function invite(
  context: AppContext,
  tx: Tx,
  viewer: Actor,
  account: { station: number; company_id: number; person: Person; is_successor?: boolean },
): Promise<number> {
  const { station, company_id, person, is_successor = false } = account;
  const { email } = person;
  const waits_for_address = await mustWaitForAddress(tx, viewer, { email, company_id });
  const { id } = await tx
    .insertInto('users')
    .values({
      ...person,
      ...{ role: ROLE.serviceStation, service_station_id: station },
      ...{ waits_for_address, is_successor },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendSetPasswordEmailForStaff(context, tx, company_id, { id, email });
  const details = { role: ROLE.serviceStation };
  await recordEvent(tx, viewer, { kind: 'person_added', user_id: id, details });
  return id;
}

async function rename(
  tx: Tx,
  viewer: Actor,
  account: {
    station: number;
    company_id: number;
    user: Person & { id: number };
    names: { first_name?: string | undefined; last_name?: string | undefined };
  },
): Promise<void> {
  const { station, company_id, user, names } = account;
  const { id, first_name, last_name } = user;
  const changed = difference<Omit<Person, 'email'>>({ first_name, last_name }, names);
  if (!changed) return;
  await tx.updateTable('users').set(changed.after).where('id', '=', id).execute();
  await writeCompanyAudit(tx, viewer, company_id, 'change contact', {
    before: { service_station_id: station, user_id: id, ...changed.before },
    after: { service_station_id: station, user_id: id, ...changed.after },
  });
}

/** Closes a replaced account. Its personal data are removed three months later (DATA-2). */
async function close(tx: Tx, viewer: Actor, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deactivated_at: sql`now_ms()` })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(tx, [id]);
  const details = { reason: 'replaced' } as const;
  await recordEvent(tx, viewer, { kind: 'person_closed', user_id: id, details });
}

/**
 * Mails the contact a link to set a new password; returns the address (STN-2).
 * @throws DomainError 404 if there is no such station or user; 403 for another company's.
 */
export function resetContactPassword(
  context: AppContext,
  viewer: Actor,
  station: number,
): Promise<string> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { company_id } = await lockStation(tx, viewer, station);
    const { contact } = await contactsOf(tx, station);
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
 * @throws DomainError 404 if there is no such station or user; 403 for another company's.
 */
export function logOutContact(context: AppContext, viewer: Actor, station: number): Promise<void> {
  return context.pool.db.transaction().execute(async (tx) => {
    await lockStation(tx, viewer, station);
    const { contact } = await contactsOf(tx, station);
    if (!contact) throw refuse.notFound();
    await endSessionsOf(tx, [contact.id]);
    const details = { reason: 'admin' } as const;
    await recordEvent(tx, viewer, { kind: 'session_ended', user_id: contact.id, details });
  });
}

/** The station's contact, and the successor that has not confirmed its address yet. */
async function contactsOf(tx: Tx, station: number) {
  const users = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'is_successor'])
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .where('service_station_id', '=', station)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute();
  return {
    contact: users.find((user) => !user.is_successor),
    successor: users.find((user) => user.is_successor),
  };
}
