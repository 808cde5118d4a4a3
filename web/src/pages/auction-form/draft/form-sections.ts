import type { DraftField } from './auction-draft.ts';

/** The sections of an auction's form in order, with their titles and fields. */
export const FORM_SECTIONS = [
  {
    id: 'fordon',
    title: 'Fordon',
    fields: [
      'category_ids',
      'manufacturer',
      'model',
      'model_year',
      'mileage',
      'registration_number',
      'chassis_number',
    ],
  },
  {
    id: 'skick',
    title: 'Skick och försäljning',
    fields: ['damage_condition', 'is_global', 'relist_dismantling', 'description'],
  },
  {
    id: 'pris',
    title: 'Pris',
    fields: ['start_bid', 'reservation_price', 'hidden_bids', 'hidden_reservation_price'],
  },
  { id: 'tid', title: 'Tid', fields: ['start_date', 'start_time', 'end_date', 'end_time'] },
  { id: 'plats', title: 'Plats', fields: ['staging_area', 'staging_area_name'] },
  { id: 'bilder', title: 'Bilder', fields: [] },
  { id: 'dokument', title: 'Dokument', fields: [] },
] as const satisfies readonly { id: string; title: string; fields: readonly DraftField[] }[];

export type FormSectionId = (typeof FORM_SECTIONS)[number]['id'];

/** The section of a field, by its name or by the name of its section or file list. */
export function sectionOf(name: string): FormSectionId | undefined {
  const [part] = name.split('.');
  return FORM_SECTIONS.find(
    ({ id, fields }) => id === part || (fields as readonly string[]).includes(name),
  )?.id;
}
