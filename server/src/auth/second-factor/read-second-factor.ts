import type { SecondFactorState } from '@restvarde/contract/auth/second-factor';
import { sql } from 'kysely';
import { firstRow, type Queryable } from '../../db/pool.ts';
import { isSecondFactorRequired } from '../../users/account-sql.ts';

/** A user's second factor, without secrets (SEC-5). */
export async function readSecondFactor(db: Queryable, userId: number): Promise<SecondFactorState> {
  const { rows } = await sql<{
    added_at: Date | null;
    recovery_codes_left: number;
    is_required: boolean;
  }>`
    select f.added_at, ${isSecondFactorRequired} as is_required,
      (select count(*)::integer from recovery_codes r where r.user_id = users.id) as recovery_codes_left
    from users left join second_factors f on f.user_id = users.id
    where users.id = ${userId}`.execute(db);
  const { added_at, ...state } = firstRow(rows);
  return { is_on: added_at !== null, added_at: added_at?.toISOString() ?? null, ...state };
}
