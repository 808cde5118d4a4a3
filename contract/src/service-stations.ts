import * as z from 'zod/mini';
import { category } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { may } from './roles.ts';

export const ownStation = z.object({
  id,
  number: z.string(),
  name: z.string(),
  street: z.string(),
  postal: z.string(),
  city: z.string(),
  is_staging_area: z.boolean(),
  categories: z.array(category),
  /** Those whose new objects are not told by mail; visibility is not touched (STN-6). */
  silent_categories: z.array(category),
  company_name: z.string(),
});

export type OwnStation = z.infer<typeof ownStation>;

/** The caller's own station. */
export const getOwnStation = endpoint({
  method: 'GET',
  path: '/api/service-station',
  summary: 'Egen verkstad',
  may: may.actAsStation,
  reply: ownStation,
});
