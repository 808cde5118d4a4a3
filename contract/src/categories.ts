import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { may } from './roles.ts';

/** A category is global or a company's own (DATA-1). */
export const category = z.object({ id, name: z.string(), is_global: z.boolean() });

export type Category = z.infer<typeof category>;

/** Superusers may look at one company's (ROLE-2). */
export const companyQuery = z.object({
  company: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
});

/** The global categories and the caller's company's own, by name. */
export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  summary: 'Kategorier',
  may: may.anyUser,
  query: companyQuery,
  reply: z.array(category),
});

export const stagingArea = z.object({ id, name: z.string() });

export type StagingArea = z.infer<typeof stagingArea>;

/** The company's staging areas and those of its stations that are one (STN-7), by name. */
export const listStagingAreas = endpoint({
  method: 'GET',
  path: '/api/staging-areas',
  summary: 'Uppställningsplatser',
  may: may.anyUser,
  query: companyQuery,
  reply: z.array(stagingArea),
});
