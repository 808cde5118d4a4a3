import { normalEmail } from '@restvarde/contract/fields';
import { sql } from 'kysely';
import { sendAccountEmail } from '../auth/emails/send-account-email.ts';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { recordEvent } from '../security/record-event.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';

export const resetSecondFactor: Command = {
  summary: 'remove the second factor of a superuser who has lost it',
  help: `For superusers, whom no admin can help (SEC-8). First verify their identity by other means. They are logged out,
notified by email, and log in by password and code.`,
  arguments: { usage: '<e-mail>', least: 1, most: 1 },
  async run(invocation) {
    const [address = ''] = invocation.args;
    await inOneTransaction(invocation, async (context, tx) => {
      const { rows } = await sql<{ id: number }>`
        select u.id from users u join second_factors f on f.user_id = u.id
        where lower(u.email) = ${normalEmail(address)}`.execute(tx);
      const [user] = rows;
      if (!user) throw new StartError(`Nobody with the address ${address} has a second factor.`);
      await endSessionsOf(tx, [user.id]);
      await tx.deleteFrom('second_factors').where('user_id', '=', user.id).execute();
      const details = { by: 'operator' } as const;
      const by = { user_id: null };
      await recordEvent(tx, by, { kind: 'second_factor_removed', user_id: user.id, details });
      await sendAccountEmail(context, tx, {
        kind: 'second-factor',
        user_id: user.id,
        change: 'reset',
      });
    });
    invocation.print(
      `${address} logs in without a second factor from now on, and is notified by email.`,
    );
    return 0;
  },
};
