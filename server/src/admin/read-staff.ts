import type { Viewer } from '@restvarde/contract/roles';
import type { StaffMember } from '@restvarde/contract/users';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

const staff = (db: Queryable) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.anonymised_at', 'is', null)
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      sql<20 | 30>`users.role`.as('role'),
      'companies.id as company_id',
      'companies.name as company_name',
      sql<boolean>`users.deactivated_at is null`.as('is_active'),
      sql<boolean>`users.password_hash is null and not users.is_ad_user`.as('is_invited'),
      sql<boolean>`exists (select from second_factors f where f.user_id = users.id)`.as(
        'has_second_factor',
      ),
    ]);

/** Returns the staff of a company by name, or of all companies if null (DATA-1). */
export function listStaff(db: Queryable, company: number | null): Promise<StaffMember[]> {
  const all = staff(db).orderBy('users.last_name').orderBy('users.first_name').orderBy('users.id');
  return (company === null ? all : all.where('users.company_id', '=', company)).execute();
}

/**
 * Returns one of the staff that the viewer administers.
 * @throws DomainError 404 otherwise
 */
export async function readStaffMember(
  db: Queryable,
  viewer: Viewer,
  id: number,
): Promise<StaffMember> {
  const member = await staff(db).where('users.id', '=', id).executeTakeFirst();
  if (!member || (!viewer.is_superuser && member.company_id !== viewer.company_id))
    throw refuse.notFound();
  return member;
}
