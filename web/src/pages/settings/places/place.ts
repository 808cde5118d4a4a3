import { createCategory } from '@restvarde/contract/categories';
import { draftSchema } from '../../../base/forms/draft-schema.ts';

/** Categories and staging areas have the same rules for names. */
export const entryName = draftSchema(createCategory.body, (draft: { name: string }) => draft);

/** A category or a staging area in its list. */
export interface ListEntry {
  id: number;
  name: string;
  /** Its origin if it is not the company's own: «Gemensam», «Verkstad». It cannot be changed here. */
  badge?: string;
  /** Shown under the name. */
  detail?: string | undefined;
}
