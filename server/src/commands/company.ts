import { createCompany as endpoint } from '@restvarde/contract/companies/create-company';
import { createCompany } from '../admin/create-company.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';
import { findCompany, findOperator } from './base/operator.ts';
import { readForm, rethrowAsStartError } from './base/read-form.ts';

export const company: Command = {
  summary: 'create a company with its first admin',
  help: 'The admin gets an email with a link to choose a password. An existing company of that name is not changed.',
  arguments: {
    usage: "<name> <admin's e-mail> <first name> <last name> [--as <superuser>]",
    least: 4,
    most: 4,
  },
  options: { as: { type: 'string' } },
  async run(invocation) {
    const [name = '', email = '', first_name = '', last_name = ''] = invocation.args;
    const isNew = await inOneTransaction(invocation, async (context, tx) => {
      const viewer = await findOperator(tx, invocation.options.as as string | undefined);
      if (await findCompany(tx, name)) return false;
      const form = readForm(endpoint.body, { name, admin: { email, first_name, last_name } });
      await createCompany(context, viewer, form).catch(rethrowAsStartError);
      return true;
    });
    invocation.print(
      isNew ? `${name} is created, and ${email} gets an email.` : `${name} already exists.`,
    );
    return 0;
  },
};
