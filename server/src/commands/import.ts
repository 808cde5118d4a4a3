import { readFile } from 'node:fs/promises';
import { createCompany as createCompanyCall } from '@restvarde/contract/companies/create-company';
import { normalLine } from '@restvarde/contract/fields';
import * as stations from '@restvarde/contract/service-stations';
import * as staff from '@restvarde/contract/users';
import { sql } from 'kysely';
import { createCompany } from '../admin/create-company.ts';
import { inviteStaff } from '../admin/invite-staff.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { Actor } from '../http/route.ts';
import { createContact } from '../service-stations/contact-user.ts';
import { createStation } from '../service-stations/write-station.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';
import { companyOf, findCompany, findOperator } from './base/operator.ts';
import { readForm, rethrowAsStartError } from './base/read-form.ts';
import { type CsvRow, readCsv } from './read-csv.ts';

interface Kind {
  /** Required column names. Other fields of the product's form may be present. */
  names: string[];
  /** Adds a row; false if it exists already. */
  add(context: AppContext, tx: Tx, viewer: Actor, row: CsvRow['cells']): Promise<boolean>;
}

const PERSON = ['first_name', 'last_name', 'email'];

const KINDS: Record<string, Kind> = {
  companies: {
    names: ['name', 'admin_first_name', 'admin_last_name', 'admin_email'],
    async add(context, tx, viewer, { admin_first_name, admin_last_name, admin_email, ...row }) {
      if (await findCompany(tx, row.name ?? '')) return false;
      const admin = {
        first_name: admin_first_name,
        last_name: admin_last_name,
        email: admin_email,
      };
      await createCompany(context, viewer, readForm(createCompanyCall.body, { ...row, admin }));
      return true;
    },
  },
  workshops: {
    names: ['company', 'number', 'name', ...PERSON],
    async add(context, tx, viewer, { company, first_name, last_name, email, ...row }) {
      const company_id = await companyOf(tx, company);
      const form = readForm(stations.createServiceStation.body, { is_staging_area: false, ...row });
      const contact = readForm(stations.createContact.body, { first_name, last_name, email });
      const found = await tx
        .selectFrom('service_stations')
        .select('id')
        .where('company_id', '=', company_id)
        .where(sql<boolean>`lower(number) = lower(${form.number})`)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (found) return false;
      const id = await createStation(context.pool.db, viewer, company_id, form);
      await createContact(context, viewer, id, contact);
      return true;
    },
  },
  people: {
    names: ['company', 'role', ...PERSON],
    async add(context, tx, viewer, { company, role, ...row }) {
      const company_id = await companyOf(tx, company);
      const roles: Record<string, number> = { handläggare: 20, administratör: 30 };
      const person = readForm(staff.inviteStaff.body, {
        ...row,
        role: roles[normalLine(role ?? '').toLowerCase()],
      });
      const found = await tx
        .selectFrom('users')
        .select('id')
        .where('company_id', '=', company_id)
        .where(sql<boolean>`lower(email) = lower(${person.email})`)
        .executeTakeFirst();
      if (found) return false;
      await inviteStaff(context, tx, viewer, company_id, person);
      return true;
    },
  },
};

export const importTable: Command = {
  summary: 'import companies, workshops with their contacts, or staff from a table',
  help: `Imports all rows or none. Companies, workshops and people that exist already, by name, number or address, are not changed.
Every new person gets an email with a link to choose a password, so try it with --dry-run first.
The first line names the columns:

  companies   ${KINDS.companies!.names.join(', ')} (phone, street, postal, city, …)
  workshops   ${KINDS.workshops!.names.join(', ')} (street, postal, city)
  people      ${KINDS.people!.names.join(', ')}; role is handläggare or administratör`,
  arguments: {
    usage: 'companies|workshops|people <file.csv> [--as <superuser>]',
    least: 2,
    most: 2,
  },
  options: { as: { type: 'string' } },
  async run(invocation) {
    const [name = '', file = ''] = invocation.args;
    const kind = KINDS[name];
    if (!kind) throw new StartError(`What is to be imported: ${Object.keys(KINDS).join(', ')}?`);
    const text = await readFile(file, 'utf8').catch((error: Error) => {
      throw new StartError(`${file} cannot be read: ${error.message}`);
    });
    const rows = readCsv(text, kind.names);
    let added = 0;
    await inOneTransaction(invocation, async (context, tx) => {
      const viewer = await findOperator(tx, invocation.options.as as string | undefined);
      for (const { line, cells } of rows) {
        const present = Object.entries(cells).filter(([, value]) => value !== '');
        const isNew = await kind
          .add(context, tx, viewer, Object.fromEntries(present))
          .catch(rethrowAsStartError)
          .catch((error) => {
            if (!(error instanceof StartError)) throw error;
            throw new StartError(`Line ${line}: ${error.message} Nothing has been imported.`);
          });
        if (isNew) added++;
      }
    });
    invocation.print(`${name}: ${added} new, ${rows.length - added} existed already.`);
    return 0;
  },
};
