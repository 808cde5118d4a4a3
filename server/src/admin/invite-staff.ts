import type { Role } from '@restvarde/contract/roles';
import { sendSetPasswordEmailForStaff } from '../auth/emails/send-account-email.ts';
import { signsOnElsewhere } from '../auth/sign-on-providers.ts';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { Actor } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { mustWaitForAddress } from '../users/claim-address.ts';

/**
 * Adds a staff member and emails a link to set a password, or to sign on where the company uses single sign-on
 * (DATA-1, AUTH-7). Returns the user's id.
 * @throws DomainError 400 at the field whose value is taken
 */
export async function inviteStaff(
  context: AppContext,
  tx: Tx,
  viewer: Actor,
  company: number,
  person: { first_name: string; last_name: string; email: string; role: Role },
  emailField?: string,
): Promise<number> {
  const waits_for_address = await mustWaitForAddress(
    tx,
    viewer,
    { email: person.email, company_id: company },
    emailField,
  );
  const is_ad_user = await signsOnElsewhere(tx, context, company, person.email);
  const { id } = await tx
    .insertInto('users')
    .values({ ...person, company_id: company, is_ad_user, waits_for_address })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendSetPasswordEmailForStaff(context, tx, company, { id, email: person.email });
  await writeCompanyAudit(tx, viewer, company, 'invite staff', {
    after: { user_id: id, ...person },
  });
  const details = { role: person.role };
  await recordEvent(tx, viewer, { kind: 'person_added', user_id: id, details });
  return id;
}
