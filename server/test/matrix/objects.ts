import { sql } from 'kysely';
import {
  authorise,
  makeCategory,
  makeCompany,
  makePhotoLink,
  makeProvider,
  makeStaff,
  makeStagingArea,
  makeStation,
  unique,
} from '../factories.ts';
import { AUCTIONS, type AuctionObject } from './auction-objects.ts';
import type { CompanyName, PersonName } from './callers.ts';
import { type Ids, makeAuctions, NEVER, NO_COMPANY, type World } from './world.ts';

/** The objects of a row, and how they are created. */
export interface Objects<O extends { name: string }> {
  all: O[];
  make(world: World, object: O, count: number): Promise<Ids[]>;
}

const times = (count: number, make: () => Promise<Ids>): Promise<Ids[]> =>
  Promise.all(Array.from({ length: count }, make));

export const ON_AUCTIONS: Objects<AuctionObject> = { all: AUCTIONS, make: makeAuctions };

export interface StationObject {
  name: string;
  company: CompanyName;
  is: 'there' | 'removed' | 'never';
  has_contact: boolean;
}

export const STATIONS: Objects<StationObject> = {
  all: [
    { name: 'own', company: 'Nord', is: 'there', has_contact: true },
    { name: 'own, without a contact', company: 'Nord', is: 'there', has_contact: false },
    { name: 'own, removed', company: 'Nord', is: 'removed', has_contact: true },
    { name: 'other’s', company: 'Väst', is: 'there', has_contact: true },
    { name: 'other’s, removed', company: 'Väst', is: 'removed', has_contact: true },
    { name: 'never existed', company: 'Nord', is: 'never', has_contact: false },
  ],
  make: ({ db, companies }, object, count) =>
    times(count, async () => {
      if (object.is === 'never') return { id: NEVER };
      const { id, user_id } = await makeStation(db, companies[object.company]);
      await authorise(db, id);
      if (!object.has_contact || object.is === 'removed') {
        await sql`update users set deactivated_at = now_ms() where id = ${user_id}`.execute(db);
      }
      if (object.is === 'removed') {
        await sql`update service_stations set removed_at = now_ms() where id = ${id}`.execute(db);
      }
      return { id };
    }),
};

export interface PersonObject {
  name: string;
  company: CompanyName | null;
  is: 'staff' | 'dismissed' | 'workshop' | 'superuser' | 'never';
}

export const STAFF: Objects<PersonObject> = {
  all: [
    { name: 'own', company: 'Nord', is: 'staff' },
    { name: 'own, dismissed', company: 'Nord', is: 'dismissed' },
    { name: 'own workshop’s', company: 'Nord', is: 'workshop' },
    { name: 'other’s', company: 'Väst', is: 'staff' },
    { name: 'other’s, dismissed', company: 'Väst', is: 'dismissed' },
    { name: 'a superuser', company: null, is: 'superuser' },
    { name: 'never existed', company: 'Nord', is: 'never' },
  ],
  make: ({ db, companies }, object, count) =>
    times(count, async () => {
      if (object.is === 'never') return { id: NEVER };
      const company = object.company && companies[object.company];
      if (object.is === 'workshop') return { id: (await makeStation(db, company!)).user_id };
      const id = await makeStaff(db, company, object.is === 'superuser' ? 30 : 20);
      if (object.is === 'dismissed') {
        await sql`update users set deactivated_at = now_ms() where id = ${id}`.execute(db);
      }
      return { id };
    }),
};

export interface ProviderObject {
  name: string;
  company: CompanyName;
  is: 'there' | 'never';
}

export const PROVIDERS: Objects<ProviderObject> = {
  all: [
    { name: 'own', company: 'Nord', is: 'there' },
    { name: 'other’s', company: 'Väst', is: 'there' },
    { name: 'never existed', company: 'Nord', is: 'never' },
  ],
  make: ({ db, companies }, object, count) =>
    times(count, async () => {
      if (object.is === 'never') return { id: NEVER };
      return { id: await makeProvider(db, companies[object.company]) };
    }),
};

export interface CategoryObject {
  name: string;
  /** Null: global. */
  company: CompanyName | null;
  is: 'there' | 'used' | 'never';
}

export const CATEGORIES: Objects<CategoryObject> = {
  all: [
    { name: 'own', company: 'Nord', is: 'there' },
    { name: 'own, on a station', company: 'Nord', is: 'used' },
    { name: 'other’s', company: 'Väst', is: 'there' },
    { name: 'global', company: null, is: 'there' },
    { name: 'global, on a station', company: null, is: 'used' },
    { name: 'never existed', company: 'Nord', is: 'never' },
  ],
  make: ({ db, companies }, object, count) =>
    times(count, async () => {
      if (object.is === 'never') return { id: NEVER };
      const id = await makeCategory(db, object.company && companies[object.company]);
      if (object.is === 'used') await makeStation(db, companies.Nord, { categories: [id] });
      return { id };
    }),
};

export interface PlaceObject {
  name: string;
  company: CompanyName;
  is: 'there' | 'station' | 'never';
}

export const PLACES: Objects<PlaceObject> = {
  all: [
    { name: 'own', company: 'Nord', is: 'there' },
    { name: 'own, a station’s', company: 'Nord', is: 'station' },
    { name: 'other’s', company: 'Väst', is: 'there' },
    { name: 'other’s, a station’s', company: 'Väst', is: 'station' },
    { name: 'never existed', company: 'Nord', is: 'never' },
  ],
  make: ({ db, companies }, object, count) =>
    times(count, async () => {
      if (object.is === 'never') return { id: NEVER };
      const company = companies[object.company];
      const id = await makeStagingArea(db, company);
      if (object.is === 'station') {
        const station = await makeStation(db, company);
        await sql`update staging_areas set service_station_id = ${station.id} where id = ${id}`.execute(
          db,
        );
      }
      return { id };
    }),
};

export interface CompanyObject {
  name: string;
  is: 'there' | 'never';
}

export const COMPANIES: Objects<CompanyObject> = {
  all: [
    { name: 'a company', is: 'there' },
    { name: 'never existed', is: 'never' },
  ],
  make: ({ db }, { is }, count) =>
    times(count, async () => ({ id: is === 'there' ? await makeCompany(db) : NO_COMPANY })),
};

/** For calls without an object. */
export const NOTHING: Objects<{ name: string }> = {
  all: [{ name: '–' }],
  make: (_world, _object, count) => times(count, async () => ({ id: 0 })),
};

export interface UploadObject {
  name: string;
  /** The owner; null if it does not exist. */
  of: PersonName | null;
}

/** An upload's id by its number. */
export const uploadId = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

let uploads = 0;

/** Uploads that a case manager has started. */
export const UPLOADS: Objects<UploadObject> = {
  all: [
    { name: 'the manager’s', of: 'manager' },
    { name: 'never existed', of: null },
  ],
  make: ({ db, users }, { of }, count) =>
    times(count, async () => {
      if (of === null) return { id: NEVER };
      const id = ++uploads;
      await sql`
        insert into uploads (id, user_id, kind, name, size, expires_at)
        values (${uploadId(id)}, ${users[of]}, 'document', 'a.pdf', 10, now_ms() + interval '1 hour')`.execute(
        db,
      );
      return { id };
    }),
};

export interface PhonePhotoObject {
  name: string;
  is: 'sent by the link' | 'sent by its user' | 'never';
}

/** Uploads as the holder of the manager's link reaches them. */
export const PHONE_PHOTOS: Objects<PhonePhotoObject> = {
  all: [
    { name: 'its own', is: 'sent by the link' },
    { name: 'the manager’s, without the link', is: 'sent by its user' },
    { name: 'never existed', is: 'never' },
  ],
  make: ({ db, users, photo_link }, object, count) =>
    times(count, async () => {
      if (object.is === 'never') return { id: NEVER };
      const id = ++uploads;
      const link = object.is === 'sent by the link' ? photo_link.id : null;
      await sql`
        insert into uploads (id, user_id, kind, name, size, photo_link_id, expires_at)
        values (${uploadId(id)}, ${users.manager}, 'image', 'a.jpg', 10, ${link}, now_ms() + interval '1 hour')`.execute(
        db,
      );
      return { id };
    }),
};

export interface PhotoLinkObject {
  name: string;
  /** The owner; null if it does not exist. */
  of: PersonName | null;
}

let links = 0;

export const PHOTO_LINKS: Objects<PhotoLinkObject> = {
  all: [
    { name: 'the manager’s', of: 'manager' },
    { name: 'never existed', of: null },
  ],
  make: ({ db, users }, { of }, count) =>
    times(count, async () => {
      if (of === null) return { id: NEVER };
      const id = ++links;
      const made = await makePhotoLink(db, users[of]);
      await sql`update photo_links set id = ${uploadId(id)} where id = ${made.id}`.execute(db);
      return { id };
    }),
};

export interface SearchObject {
  name: string;
  /** Null if it does not exist. */
  of: PersonName | null;
}

/** A saved search of a workshop. */
export const SEARCHES: Objects<SearchObject> = {
  all: [
    { name: 'one workshop’s', of: 'cars' },
    { name: 'never existed', of: null },
  ],
  make: ({ db, users }, { of }, count) =>
    times(count, async () => {
      if (of === null) return { id: NEVER };
      const { rows } = await sql<{ id: number }>`
        insert into saved_searches (user_id, name, query, frequency)
        values (${users[of]}, ${freshName()}, ${JSON.stringify({ q: unique() })}, 'off')
        returning id`.execute(db);
      return rows[0]!;
    }),
};

/** A call with a body of one kind or another. */
export function bodies<B extends { name: string }>(all: B[]): Objects<B> {
  return { all, make: (_world, _object, count) => times(count, async () => ({ id: 0 })) };
}

/** Unique. */
export const freshName = () => `Ny ${unique()}`;
export const freshDomain = () => `${unique()}.example`;
export const freshPerson = () => ({
  first_name: 'Ny',
  last_name: 'Person',
  email: `${unique()}@ny.example`,
});
