import {
  FIELD_NAMES,
  type FieldSection,
  fieldSpec,
  formLabel,
  TIME_LABEL,
} from '@restvarde/contract/auctions/fields';
import { type DraftField, draftFieldsOf } from './auction-draft.ts';

/** A section of the form. Pictures and documents have no fields. */
export type FormSectionId = FieldSection | 'bilder' | 'dokument';

/** The sections of an auction's form in order, with their titles. */
export const FORM_SECTIONS: readonly { id: FormSectionId; title: string }[] = [
  { id: 'fordon', title: 'Fordon' },
  { id: 'bilder', title: 'Bilder' },
  { id: 'skick', title: 'Försäljning' },
  { id: 'skada', title: 'Skada och skick' },
  { id: 'pris', title: 'Pris' },
  { id: 'tid', title: 'Tid' },
  { id: 'plats', title: 'Plats' },
  { id: 'dokument', title: 'Dokument' },
];

/** The section of a field, by its name or by the name of its section or file list. */
export function sectionOf(name: string): FormSectionId | undefined {
  const [part] = name.split('.');
  const field = FIELD_NAMES.find((one) => draftFieldsOf(one).includes(name as DraftField));
  if (field !== undefined) return fieldSpec(field).section;
  return FORM_SECTIONS.find(({ id }) => id === part)?.id;
}

/** The labels of the form's fields. */
export const FORM_LABEL = {
  ...Object.fromEntries(
    FIELD_NAMES.flatMap((field) => draftFieldsOf(field).map((name) => [name, formLabel(field)])),
  ),
  ...TIME_LABEL,
} as Record<DraftField, string>;
