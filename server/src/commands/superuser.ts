import { email as emailSchema } from '@restvarde/contract/auth/login';
import { ROLE } from '@restvarde/contract/roles';
import { sendSetPasswordEmail } from '../auth/emails/set-password-job.ts';
import { recordEvent } from '../security/record-event.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './command.ts';
import { inOneTransaction } from './open-context.ts';

export const superuser: Command = {
  summary: 'create a superuser, who creates companies and their admins',
  help: 'The person gets an email with a link to choose a password as soon as a node runs.',
  arguments: { usage: '<e-mail> <first name> <last name>', least: 3, most: 3 },
  async run(invocation) {
    const [address = '', first_name = '', last_name = ''] = invocation.args;
    const email = emailSchema.safeParse(address);
    if (!email.success) throw new StartError(`${address} is no address.`);
    await inOneTransaction(invocation, async (context, tx) => {
      const made = await tx
        .insertInto('users')
        .values({ email: email.data, first_name, last_name, role: 30, is_superuser: true })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) throw new StartError(`There is a user with the address ${email.data} already.`);
      const details = { role: ROLE.companyAdmin };
      await recordEvent(tx, { user_id: null }, { kind: 'person_added', user_id: made.id, details });
      await sendSetPasswordEmail(context, tx, made.id);
    });
    invocation.print(`${email.data} gets a mail with a link to choose a password.`);
    return 0;
  },
};
