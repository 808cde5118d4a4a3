import * as z from 'zod/mini';
import { category, companyQuery } from './categories.ts';
import { dismantler, dismantlerForm, ownDismantlerForm } from './dismantlers.ts';
import { endpoint } from './endpoint.ts';
import {
  groupPostal,
  id,
  idParam,
  idParams,
  instant,
  postalCode,
  repeated,
  requiredText,
  text,
  whenMissing,
} from './fields.ts';
import { DOCUMENT_MAX_BYTES } from './media.ts';
import { cursor, page } from './paging.ts';
import { may, type Viewer } from './roles.ts';
import { person } from './users.ts';

/** STN-4, STN-9. */
export const STATION_SENTENCE = {
  number: 'Du måste ange verkstadsnummer',
  name: 'Du måste ange verkstadens namn',
  isStagingArea: 'Du måste välja om verkstaden är uppställningsplats',
  numberTaken: 'Verkstadsnumret används redan',
  placeTaken: 'En uppställningsplats med det namnet finns redan',
  category: 'Välj bland bolagets kategorier',
  hasUser: 'Verkstaden har redan en kontaktperson',
  silent: 'Välj bland verkstadens kategorier',
} as const;

const address = { street: z.string(), postal: z.string(), city: z.string() };

export const ownStation = z.object({
  id,
  number: z.string(),
  name: z.string(),
  ...address,
  /** Empty if it is not known (STN-11). */
  phone: z.string(),
  is_staging_area: z.boolean(),
  categories: z.array(category),
  /** Categories without emails about new objects; visibility is not affected (STN-6). */
  silent_categories: z.array(category),
  company_name: z.string(),
  /** Its authorisation to dismantle; null when it has none (DISM-1). */
  dismantler: z.nullable(dismantler),
});

export type OwnStation = z.infer<typeof ownStation>;

/** The station's contact, its one user. */
export const contact = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

/** A station as admins see it. `user` is null if the caller may not edit, or if there is none (ROLE-16). */
export const serviceStation = z.object({
  ...ownStation.shape,
  /** Null if the caller may not edit (STN-11). */
  phone: z.nullable(z.string()),
  company_id: id,
  user: z.nullable(contact),
  /** The contact has yet to choose a password. Null if the caller may not edit, or if there is none (STN-12). */
  contact_lacks_password: z.nullable(z.boolean()),
  /** When the contact last logged in; null if never, or for others (STN-12). */
  contact_logged_in_at: z.nullable(instant),
  /** Replaces `user` when the address is confirmed; null if the caller may not edit, or if there is none (STN-5). */
  successor: z.nullable(contact),
  /** How many of its company's objects it has not deregistered in time; null if the caller may not edit (DISM-11). */
  deregistrations_overdue: z.nullable(z.int()),
  can_edit: z.boolean(),
});

export type ServiceStation = z.infer<typeof serviceStation>;

/** «Storgatan 1, 702 10 Örebro» as far as it is known (STN-1). */
export function addressLine(place: { street: string; postal: string; city: string }): string {
  const { street, postal, city } = place;
  return [street, `${groupPostal(postal)} ${city}`.trim()].filter(Boolean).join(', ');
}

/** Company admins of the station's company, and superusers (ROLE-13). */
export function canEditStation(viewer: Viewer, owned: { company_id: number }): boolean {
  return viewer.is_superuser || (may.administer(viewer) && viewer.company_id === owned.company_id);
}

const contains = z.optional(text(60));

/** Each also with `-` for descending. Numbers sort naturally: 9 before 10. */
export const STATION_SORTS = ['number', 'name'] as const;

/** `company` narrows the directory for everyone who may read it (ROLE-16). Text filters are «contains». */
export const stationFilter = z.object({
  ...companyQuery.shape,
  number: contains,
  name: contains,
  city: contains,
  category: z.optional(repeated(idParam)),
  ordering: z.optional(z.enum(['number', '-number', 'name', '-name'])),
  cursor,
});

export type StationFilter = z.output<typeof stationFilter>;

/** The directory of all companies' stations, by number by default, by cursor (STN-1, ROLE-16). */
export const listServiceStations = endpoint({
  method: 'GET',
  path: '/api/service-stations',
  summary: 'Verkstäder',
  may: may.administer,
  query: stationFilter,
  reply: page(serviceStation),
});

/** The directory as CSV, with its filters and order (STN-10): UTF-8 with BOM, semicolons. */
export const exportServiceStations = endpoint({
  method: 'GET',
  path: '/api/service-stations/export',
  summary: 'Exportera verkstäder',
  may: may.administer,
  query: stationFilter,
  download: { name: 'verkstader.csv', type: 'text/csv; charset=utf-8' },
});

/** One station. */
export const getServiceStation = endpoint({
  method: 'GET',
  path: '/api/service-stations/:id',
  summary: 'En verkstad',
  may: may.administer,
  params: idParams,
  reply: serviceStation,
});

/** Ids of categories; empty ones, which forms have, are dropped (STN-4). */
const categoryIds = z.pipe(
  z.array(z.nullable(z.union([id, z.literal('')]))).check(z.maxLength(200)),
  z.transform((ids: (number | '' | null)[]) => [
    ...new Set(ids.filter((item) => typeof item === 'number')),
  ]),
);

const station = {
  number: requiredText(30, STATION_SENTENCE.number),
  name: requiredText(120, STATION_SENTENCE.name),
  street: z.optional(text(120)),
  postal: z.optional(postalCode),
  city: z.optional(text(80)),
  phone: z.optional(text(40)),
  is_staging_area: z.boolean({ error: whenMissing(STATION_SENTENCE.isStagingArea) }),
  category_ids: z.optional(categoryIds),
};

/** A new station, as its form has it (STN-4). */
export const stationForm = z.object(station);

export type StationForm = z.output<typeof stationForm>;

/** A change of a station: absent fields do not change (STN-5). */
export const stationChange = z.object({
  ...station,
  number: z.optional(station.number),
  name: z.optional(station.name),
  is_staging_area: z.optional(station.is_staging_area),
});

export type StationChange = z.output<typeof stationChange>;

/** Adds a station to the caller's own company; a superuser names one. Its user is the next call (STN-3). */
export const createServiceStation = endpoint({
  method: 'POST',
  path: '/api/service-stations',
  summary: 'Lägg till verkstad',
  may: may.administer,
  query: companyQuery,
  body: stationForm,
  status: 201,
  reply: serviceStation,
});

/** Changes a station, without its user (STN-5). */
export const changeServiceStation = endpoint({
  method: 'PATCH',
  path: '/api/service-stations/:id',
  summary: 'Ändra verkstad',
  may: may.administer,
  params: idParams,
  body: stationChange,
  reply: serviceStation,
});

/** Removes a station: its user can no longer log in, its bids stay (STN-8). */
export const removeServiceStation = endpoint({
  method: 'DELETE',
  path: '/api/service-stations/:id',
  summary: 'Ta bort verkstad',
  may: may.administer,
  params: idParams,
});

/** A station's contact, as the form has it (STN-4). */
export const contactForm = z.object(person);

/** Creates the station's contact user, and sends an email to set a password. Idempotent (STN-3). */
export const createContact = endpoint({
  method: 'POST',
  path: '/api/service-stations/:id/user',
  summary: 'Lägg till kontaktperson',
  may: may.administer,
  params: idParams,
  body: contactForm,
  status: 201,
  reply: serviceStation,
});

/**
 * Changes the contact user (STN-5). Another e-mail address is another account, the `successor`, which takes over when
 * its owner has chosen a password. The address of the successor sends that email again; that of the contact ends the
 * change.
 */
export const changeContact = endpoint({
  method: 'PATCH',
  path: '/api/service-stations/:id/user',
  summary: 'Ändra kontaktperson',
  may: may.administer,
  params: idParams,
  body: z.object({
    first_name: z.optional(person.first_name),
    last_name: z.optional(person.last_name),
    email: z.optional(person.email),
  }),
  reply: serviceStation,
});

/** Sends the contact an email to set a new password, and says where to (STN-2). */
export const resetContactPassword = endpoint({
  method: 'POST',
  path: '/api/service-stations/:id/user/reset-password',
  summary: 'Skicka mejl för nytt lösenord',
  may: may.administer,
  params: idParams,
  reply: z.object({ email: z.string() }),
});

/** Ends all sessions of the station's contact (SEC-3). */
export const endContactSessions = endpoint({
  method: 'POST',
  path: '/api/service-stations/:id/user/end-sessions',
  summary: 'Logga ut kontaktpersonen överallt',
  may: may.administer,
  params: idParams,
});

/** The caller's own station. */
export const getOwnStation = endpoint({
  method: 'GET',
  path: '/api/service-station',
  summary: 'Egen verkstad',
  may: may.actAsStation,
  reply: ownStation,
});

/** Which of the station's categories are silent: no emails about new objects in them (STN-6). */
export const changeOwnStation = endpoint({
  method: 'PATCH',
  path: '/api/service-station',
  summary: 'Följda kategorier',
  may: may.actAsStation,
  body: z.object({ silent_category_ids: categoryIds }),
  reply: ownStation,
});

/** Writes a station's authorisation to dismantle: form data, `file` the decision when it is new (DISM-1). */
export const putDismantler = endpoint({
  method: 'PUT',
  path: '/api/service-stations/:id/dismantler',
  summary: 'Ange verkstadens auktorisation',
  may: may.administer,
  params: idParams,
  multipart: { field: 'file', max_bytes: DOCUMENT_MAX_BYTES },
  body: dismantlerForm,
  reply: serviceStation,
});

/** Removes a station's authorisation (DISM-1). */
export const removeDismantler = endpoint({
  method: 'DELETE',
  path: '/api/service-stations/:id/dismantler',
  summary: 'Ta bort verkstadens auktorisation',
  may: may.administer,
  params: idParams,
});

/** Records that the caller has compared the authorisation with the county board's decision (DISM-2). */
export const checkDismantler = endpoint({
  method: 'POST',
  path: '/api/service-stations/:id/dismantler/check',
  summary: 'Kontrollerad mot länsstyrelsens beslut',
  may: may.administer,
  params: idParams,
  reply: serviceStation,
});

/** Writes the authorisation of the caller's own station, which an admin then checks (DISM-1, DISM-2). */
export const putOwnDismantler = endpoint({
  method: 'PUT',
  path: '/api/service-station/dismantler',
  summary: 'Ange egen auktorisation',
  may: may.actAsStation,
  multipart: { field: 'file', max_bytes: DOCUMENT_MAX_BYTES },
  body: ownDismantlerForm,
  reply: ownStation,
});

/** Removes the authorisation of the caller's own station (DISM-1). */
export const removeOwnDismantler = endpoint({
  method: 'DELETE',
  path: '/api/service-station/dismantler',
  summary: 'Ta bort egen auktorisation',
  may: may.actAsStation,
});
