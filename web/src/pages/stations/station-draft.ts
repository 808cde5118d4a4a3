import { groupPostal } from '@restvarde/contract/fields';
import {
  contactForm,
  type ServiceStation,
  stationForm,
} from '@restvarde/contract/service-stations';
import * as z from 'zod/mini';
import { draftSchema } from '../../base/forms/draft-schema.ts';

/** The form values of a station: ids and booleans as text, '' if nothing is chosen. */
export type StationDraft = {
  number: string;
  name: string;
  street: string;
  postal: string;
  city: string;
  phone: string;
  is_staging_area: string;
  category_ids: string[];
};

export type ContactDraft = {
  first_name: string;
  last_name: string;
  email: string;
};

export const EMPTY_STATION: StationDraft = {
  number: '',
  name: '',
  street: '',
  postal: '',
  city: '',
  phone: '',
  is_staging_area: '',
  category_ids: [],
};

export const EMPTY_CONTACT: ContactDraft = { first_name: '', last_name: '', email: '' };

/** The initial form values of an existing station. */
export function toStationDraft(station: ServiceStation): StationDraft {
  const { number, name, street, postal, city, phone, is_staging_area, categories } = station;
  return {
    ...{ number, name, street, city },
    phone: phone ?? '',
    postal: groupPostal(postal),
    is_staging_area: is_staging_area ? '1' : '0',
    category_ids: categories.map(({ id }) => String(id)),
  };
}

const written = (draft: StationDraft) => ({
  ...draft,
  is_staging_area: draft.is_staging_area === '' ? undefined : draft.is_staging_area === '1',
  category_ids: draft.category_ids.map(Number),
});

/** Validates a station's form with the server's rules (STN-4). */
export const stationDraft = draftSchema(stationForm, written);

/** Validates the contact's form (STN-4). */
export const contactDraft = draftSchema(contactForm, (draft: ContactDraft) => draft);

export type NewStationDraft = StationDraft & ContactDraft;

/** Validates both in one form (STN-3). */
export const newStationDraft = draftSchema(
  z.object({ ...stationForm.shape, ...contactForm.shape }),
  (draft: NewStationDraft) => ({ ...draft, ...written(draft) }),
);

/** The labels of the fields of a station and its contact. */
export const STATION_LABEL = {
  number: 'Verkstadsnummer',
  name: 'Verkstadens namn',
  street: 'Gatuadress',
  postal: 'Postnummer',
  city: 'Ort',
  phone: 'Telefon',
  first_name: 'Förnamn',
  last_name: 'Efternamn',
  email: 'E-post',
} as const;

/** The label of a field. */
export const stationLabel = (name: string): string | undefined =>
  STATION_LABEL[name as keyof typeof STATION_LABEL];
