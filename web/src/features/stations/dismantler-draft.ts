import { type Dismantler, dismantlerForm } from '@restvarde/contract/dismantlers';
import { draftSchema } from '../../base/forms/draft-schema.ts';

/** The form values of an authorisation (DISM-1). */
export type DismantlerDraft = { number: string; county: string; valid_to: string; note: string };

/** Validates the form with the server's rules. */
export const dismantlerDraft = draftSchema(dismantlerForm, (draft: DismantlerDraft) => draft);

/** The initial form values of an authorisation, or empty ones. */
export function toDismantlerDraft(dismantler: Dismantler | null): DismantlerDraft {
  const { number = '', county = '', valid_to = null, note = null } = dismantler ?? {};
  return { number, county, valid_to: valid_to ?? '', note: note ?? '' };
}
