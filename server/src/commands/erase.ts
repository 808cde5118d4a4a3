import { normalEmail } from '@restvarde/contract/fields';
import { sql } from 'kysely';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { Tx } from '../db/pool.ts';
import { StartError } from '../start-error.ts';
import { anonymiseUsers } from '../users/retention.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';
import { findOperator } from './base/operator.ts';

/**
 * Removes the person with this address from the record of account changes. Earlier releases kept the account when a
 * workshop's contact was replaced, and with it the former contact's name. Returns the number of entries.
 */
async function forgetInRecord(tx: Tx, address: string): Promise<number> {
  await sql`set local restvarde.anonymising = 'on'`.execute(tx);
  // As written too: an earlier release may have recorded it so.
  const spellings = [address.toLowerCase(), normalEmail(address)];
  const isNamed = (side: 'before' | 'after') =>
    sql<boolean>`coalesce(lower(${sql.ref(side)}->>'email') = any(${spellings}), false)`;
  const without = (side: 'before' | 'after') => sql`
    case when ${isNamed(side)} then ${sql.ref(side)} - array['first_name', 'last_name', 'email']
    else ${sql.ref(side)} end`;
  const { numAffectedRows = 0n } = await sql`
    update audit_log set before = ${without('before')}, after = ${without('after')}
    where auction_id is null and (${isNamed('before')} or ${isNamed('after')})`.execute(tx);
  await sql`set local restvarde.anonymising = 'off'`.execute(tx);
  return Number(numAffectedRows);
}

const lockAccounts = (tx: Tx, address: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'company_id'])
    .where(sql<boolean>`lower(email) = ${address}`)
    .forUpdate()
    .execute();

export const erase: Command = {
  summary: "close a person's account, and remove their personal data at once",
  help: `Does at once what normally happens three months after an account has ended (DATA-2): removes names, address, password,
logins and known devices; bids and sales stay, without a name. It cannot be undone. Older backups still contain the data.`,
  arguments: { usage: '<e-mail> [--as <superuser>]', least: 1, most: 1 },
  options: { as: { type: 'string' } },
  async run(invocation) {
    const [address = ''] = invocation.args;
    const count = await inOneTransaction(invocation, async (_context, tx) => {
      const viewer = await findOperator(tx, invocation.options.as as string | undefined);
      // The exact spelling first: an earlier release may have stored two accounts with spellings of one address.
      const exact = await lockAccounts(tx, address.toLowerCase());
      const found = exact.length > 0 ? exact : await lockAccounts(tx, normalEmail(address));
      const named = await forgetInRecord(tx, address);
      if (found.length === 0 && named === 0)
        throw new StartError(`Nobody has the address ${address}.`);
      if (found.some(({ id }) => id === viewer.user_id))
        throw new StartError('Somebody else has to erase you: name them by --as.');
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx
        .updateTable('users')
        .set({ deactivated_at: sql`coalesce(deactivated_at, now_ms())` })
        .where('id', 'in', ids)
        .execute();
      await endSessionsOf(tx, ids);
      for (const { id, company_id } of found)
        await writeCompanyAudit(tx, viewer, company_id, 'erase person', { after: { user_id: id } });
      await anonymiseUsers(tx, viewer, ids);
      return found.length;
    });
    invocation.print(
      count === 0
        ? `${address} has no account. The company's record does not name it any more.`
        : `${count === 1 ? 'The account' : `${count} accounts`} of ${address} has no name any more.`,
    );
    return 0;
  },
};
