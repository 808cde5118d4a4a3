import { type Dismantler, dismantlerForm } from '@restvarde/contract/dismantlers';
import { draftSchema } from '../../base/forms/draft-schema.ts';

/** An authorisation as its form has it (DISM-1). */
export type DismantlerDraft = { number: string; county: string; valid_to: string; note: string };

/** Checks the form by the rules that the server has. */
export const dismantlerDraft = draftSchema(dismantlerForm, (draft: DismantlerDraft) => draft);

/** What stands in the form of an authorisation, or of none yet. */
export function toDismantlerDraft(dismantler: Dismantler | null): DismantlerDraft {
  const { number = '', county = '', valid_to = null, note = null } = dismantler ?? {};
  return { number, county, valid_to: valid_to ?? '', note: note ?? '' };
}
