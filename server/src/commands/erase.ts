import { sql } from 'kysely';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { writeCompanyAudit } from '../companies/audit.ts';
import { StartError } from '../start-error.ts';
import { anonymiseUsers } from '../users/retention.ts';
import type { Command } from './command.ts';
import { inOneTransaction } from './open-context.ts';
import { findOperator } from './operator.ts';

export const erase: Command = {
  summary: "end a person's account, and let go of their personal data at once",
  help: `What the night does three months after an account has ended (DATA-2) is done now: names, address, password, logins and
known places go; bids and sales stay, without a name. It cannot be undone, and older backups still have what goes.`,
  arguments: { usage: '<e-mail> [--as <superuser>]', least: 1, most: 1 },
  options: { as: { type: 'string' } },
  async run(asked) {
    const [address = ''] = asked.args;
    const count = await inOneTransaction(asked, async (_context, tx) => {
      const viewer = await findOperator(tx, asked.options.as as string | undefined);
      const found = await tx
        .selectFrom('users')
        .select(['id', 'company_id'])
        .where(sql<boolean>`lower(email) = lower(${address})`)
        .forUpdate()
        .execute();
      if (found.length === 0) throw new StartError(`Nobody has the address ${address}.`);
      if (found.some(({ id }) => id === viewer.user_id))
        throw new StartError('Somebody else has to erase you: name them by --as.');
      const ids = found.map(({ id }) => id);
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
    asked.say(
      `${count === 1 ? 'The account' : `${count} accounts`} of ${address} has no name any more.`,
    );
    return 0;
  },
};
