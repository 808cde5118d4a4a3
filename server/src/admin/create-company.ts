import { STARTING_LADDER } from '@restvarde/contract/bids/bid-rules';
import type { createCompany as call } from '@restvarde/contract/companies/create-company';
import type { Body } from '@restvarde/contract/endpoint';
import { ROLE } from '@restvarde/contract/roles';
import { writeCompanyAudit } from '../companies/audit.ts';
import { UNIQUE_COMPANY } from '../companies/change-company.ts';
import type { AppContext } from '../context.ts';
import { unlessTaken } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { inviteStaff } from './invite-staff.ts';

/**
 * Creates a company with its first admin, who gets an email with a link to set a password (DATA-1). Returns its
 * id.
 * @throws DomainError 400 at the field whose value is taken
 */
export function createCompany(
  context: AppContext,
  viewer: Actor,
  form: Body<typeof call>,
): Promise<number> {
  const { admin, logo: _logo, bid_increment_intervals: ladder, ...fields } = form;
  return unlessTaken(UNIQUE_COMPANY, () =>
    context.pool.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('companies')
        .values({
          ...fields,
          bid_increment_intervals: JSON.stringify(ladder ?? STARTING_LADDER),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeCompanyAudit(tx, viewer, id, 'create company', { after: fields });
      await inviteStaff(
        context,
        tx,
        viewer,
        id,
        { ...admin, role: ROLE.companyAdmin },
        'admin.email',
      );
      return id;
    }),
  );
}
