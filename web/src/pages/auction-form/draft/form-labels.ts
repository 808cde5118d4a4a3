import { FIELD_NAMES, formLabel, TIME_LABEL } from '@restvarde/contract/auctions/fields';
import { type DraftField, draftFieldsOf } from './auction-draft.ts';

/** The labels of the form's fields. */
export const FORM_LABEL = {
  ...Object.fromEntries(
    FIELD_NAMES.flatMap((field) => draftFieldsOf(field).map((name) => [name, formLabel(field)])),
  ),
  ...TIME_LABEL,
} as Record<DraftField, string>;
