import { createCategory } from '@restvarde/contract/categories';
import { draftSchema } from '../../../base/forms/draft-schema.ts';

/** A category and a staging area are named by the same rules. */
export const placeName = draftSchema(createCategory.body, (draft: { name: string }) => draft);

/** A category or a staging area in its list. */
export interface PlaceRow {
  id: number;
  name: string;
  /** What it is instead of one's own: «Gemensam», «Verkstad». It can't be changed here. */
  badge?: string;
  /** Said under the name. */
  detail?: string | undefined;
}
