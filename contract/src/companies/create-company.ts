import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SENTENCE } from '../errors.ts';
import { requiredText } from '../fields.ts';
import { may } from '../roles.ts';
import { person } from '../users.ts';
import { company } from './companies.ts';
import { companySettings } from './company-settings.ts';

/** Creates a company with its first admin, who gets an email to set a password (DATA-1). */
export const createCompany = endpoint({
  method: 'POST',
  path: '/api/companies',
  summary: 'Lägg till bolag',
  may: may.switchCompany,
  body: z.object({
    ...companySettings.shape,
    name: requiredText(120, SENTENCE.required),
    admin: z.object(person),
  }),
  status: 201,
  reply: company,
});
