import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, idParams, lines, requiredText } from './fields.ts';
import { bookingHours } from './hours/booking-hours.ts';
import { may } from './roles.ts';

/** A category is global or a company's own (DATA-1). */
export const category = z.object({ id, name: z.string(), is_global: z.boolean() });

export type Category = z.infer<typeof category>;

/** The company that a superuser's call is for; ignored for all other callers (ROLE-2). */
export const companyQuery = z.object({
  company: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
});

/** The global categories and the caller's company's own, by name. */
export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  summary: 'Kategorier',
  may: may.anyUser,
  query: companyQuery,
  reply: z.array(category),
});

/** A place where objects wait for collection. */
export const stagingArea = z.object({
  id,
  name: z.string(),
  /** It is the place of a station, and changes with the station (STN-7). */
  is_service_station: z.boolean(),
  /** Opening hours in words: free text, or `booking_hours` as text; '' if there are none (PICK-4, PICK-12). */
  opening_hours: z.string(),
  /** The bookable slots. Null: the buyer chooses any time (PICK-12). */
  booking_hours: z.nullable(bookingHours),
  /** The caller may change its hours (PICK-12). */
  can_edit: z.boolean(),
});

export type StagingArea = z.infer<typeof stagingArea>;

/** The company's staging areas, by name, including stations that are staging areas (STN-7). */
export const listStagingAreas = endpoint({
  method: 'GET',
  path: '/api/staging-areas',
  summary: 'Uppställningsplatser',
  may: may.anyUser,
  query: companyQuery,
  reply: z.array(stagingArea),
});

const name = requiredText(80, 'Du måste ange ett namn');
/** The body of a call that adds or renames a category. */
export const categoryForm = z.object({ name });

/** The longest text of opening hours, in characters (PICK-4). */
export const OPENING_HOURS_LENGTH = 200;
const opening_hours = z.optional(lines(OPENING_HOURS_LENGTH));

/** The name and opening hours of a staging area (DATA-1, PICK-4). */
export const stagingAreaForm = z.object({ name, opening_hours });

export type StagingAreaForm = z.output<typeof stagingAreaForm>;

/** A change of a staging area. Absent fields keep their values. */
export const stagingAreaChange = z.object({ name: z.optional(name), opening_hours });

export type StagingAreaChange = z.output<typeof stagingAreaChange>;

export const PLACE_SENTENCE = {
  taken: 'Namnet används redan',
  takenSomewhere: 'Namnet används redan av något bolag eller bland de gemensamma',
  onAuctions: 'Kategorin används av auktioner och kan inte tas bort',
  onStations: 'Kategorin används av verkstäder och kan inte tas bort',
  hasBookingHours: 'Platsen har tider för bokning. Ändra eller ta bort dem först.',
  isStation: 'Uppställningsplatsen är en verkstad. Ändra den på verkstadens sida.',
} as const;

/** Adds a category of the company. A superuser who names no company adds a global one (DATA-1). */
export const createCategory = endpoint({
  method: 'POST',
  path: '/api/categories',
  summary: 'Lägg till kategori',
  may: may.administer,
  query: companyQuery,
  body: categoryForm,
  status: 201,
  reply: category,
});

/** Renames a category. Only superusers may rename global ones (DATA-1). */
export const renameCategory = endpoint({
  method: 'PATCH',
  path: '/api/categories/:id',
  summary: 'Ändra kategori',
  may: may.administer,
  params: idParams,
  body: categoryForm,
  reply: category,
});

/** Removes a category that no auction and no station has (DATA-1). */
export const removeCategory = endpoint({
  method: 'DELETE',
  path: '/api/categories/:id',
  summary: 'Ta bort kategori',
  may: may.administer,
  params: idParams,
});

/** Adds a staging area of the company (DATA-1). */
export const createStagingArea = endpoint({
  method: 'POST',
  path: '/api/staging-areas',
  summary: 'Lägg till uppställningsplats',
  may: may.administer,
  query: companyQuery,
  body: stagingAreaForm,
  status: 201,
  reply: stagingArea,
});

/** Renames a staging area, also on auctions that have not ended, or changes its opening hours (DATA-1, PICK-4). */
export const changeStagingArea = endpoint({
  method: 'PATCH',
  path: '/api/staging-areas/:id',
  summary: 'Ändra uppställningsplats',
  may: may.administer,
  params: idParams,
  body: stagingAreaChange,
  reply: stagingArea,
});

/**
 * Sets or removes the bookable slots of a staging area. For admins of its company and, if the staging area is a station,
 * for that station (PICK-12).
 */
export const setBookingHours = endpoint({
  method: 'PUT',
  path: '/api/staging-areas/:id/booking-hours',
  summary: 'Tider för hämtning',
  may: may.setHours,
  params: idParams,
  body: z.object({ booking_hours: z.nullable(bookingHours) }),
  reply: stagingArea,
});

/** Removes a staging area; auctions keep its name (DATA-1). */
export const removeStagingArea = endpoint({
  method: 'DELETE',
  path: '/api/staging-areas/:id',
  summary: 'Ta bort uppställningsplats',
  may: may.administer,
  params: idParams,
});
