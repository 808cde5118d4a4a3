import { ROLE } from '@restvarde/contract/roles';
import { contactForm } from '@restvarde/contract/service-stations';
import { sendSetPasswordEmail } from '../auth/emails/send-account-email.ts';
import { recordEvent } from '../security/record-event.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';
import { readForm } from './base/read-form.ts';

export const superuser: Command = {
  summary: 'create a superuser, who creates companies and their admins',
  help: 'The person gets an email with a link to choose a password as soon as a node runs.',
  arguments: { usage: '<e-mail> <first name> <last name>', least: 3, most: 3 },
  async run(invocation) {
    const [address, first, last] = invocation.args;
    const person = readForm(contactForm, { email: address, first_name: first, last_name: last });
    const { email } = person;
    await inOneTransaction(invocation, async (context, tx) => {
      const made = await tx
        .insertInto('users')
        .values({ ...person, role: 30, is_superuser: true })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) throw new StartError(`There is a user with the address ${email} already.`);
      const details = { role: ROLE.companyAdmin };
      await recordEvent(tx, { user_id: null }, { kind: 'person_added', user_id: made.id, details });
      await sendSetPasswordEmail(context, tx, made.id);
    });
    invocation.print(`${email} gets a mail with a link to choose a password.`);
    return 0;
  },
};
