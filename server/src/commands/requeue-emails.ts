import { sql } from 'kysely';
import { resendAllFailed } from '../admin/failed-emails.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';

export const requeueEmails: Command = {
  summary: 'send failed emails again',
  help: 'Each keeps the message id of its first try, so a recipient who got it after all sees one email.',
  async run(invocation) {
    const count = await inOneTransaction(invocation, async (context, tx) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pgboss.job
        where name = 'dead-mail' and state = 'created'`.execute(tx);
      await resendAllFailed(context);
      return rows[0]!.count;
    });
    invocation.print(`${count} emails are sent again.`);
    return 0;
  },
};
