import assert from 'node:assert/strict';
import { SENTENCE } from '@restvarde/contract/errors';
import { encodeForm } from '../forms.ts';
import { onStockholmsClocks } from './auction-rows.ts';
import { type Caller, companyAt, isAbout, isSuperuser } from './callers.ts';
import { type Cell, row, type Seen } from './cells.ts';
import {
  CATEGORIES,
  type CategoryObject,
  COMPANIES,
  freshDomain,
  freshEmail,
  freshName,
  NOTHING,
  type PersonObject,
  PLACES,
  PROVIDERS,
  STAFF,
  STATIONS,
  type StationObject,
  UPLOADS,
  type UploadObject,
  uploadId,
} from './other-objects.ts';
import type { Ids, World } from './world.ts';

interface Named {
  id: number;
  name: string;
}

const namesIn = (found: Named[]) => found.map(({ name }) => name);
/** Its own company's, and all of a superuser's. */
const isOwn = (caller: Caller, { company }: { company: string | null }) =>
  isSuperuser(caller) || caller.company === company;
/** A superuser has to name the company that something is made in (ROLE-2). */
const made = (caller: Caller) => (companyAt(caller) in { Nord: 0, Väst: 0 } ? 201 : 400);
const asksForCompany = ({ status, body }: Seen) => {
  if (status === 400) assert.deepEqual(body, { company: [SENTENCE.chooseCompany] });
};
const named = () => ({ body: { name: freshName() } });
const person = () => ({ first_name: 'Ny', last_name: 'Person', email: freshEmail() });

const isThere = (_caller: Caller, { is }: StationObject) => is === 'there';
const unlessOthers =
  (status: (station: StationObject) => number) => (caller: Caller, station: StationObject) =>
    isOwn(caller, station) ? status(station) : 403;

const admins = { by: 'company admin' } as const;

/** Who stands in the log of a company: its people, and who did something to them; an admin sees the own one's alone. */
const EVENT_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/security-events',
    rules: 'SEC-2',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      const companies = new Set(
        body.results.map((event: { company_name: string | null }) => event.company_name),
      );
      for (const company of ['Nord', 'Väst'] as const)
        if (companies.has(company)) assert.ok(isAbout(caller, company), company);
      if (!isSuperuser(caller)) assert.ok(!companies.has(null));
    },
  }),
  row({
    ...admins,
    call: 'GET /api/security-events/export',
    rules: 'SEC-2',
    on: NOTHING,
    answers: () => 200,
    look: ({ raw }, caller) => {
      for (const line of raw.trim().split('\r\n').slice(1)) {
        const company = line.split(';').at(-3);
        if (company === 'Nord' || company === 'Väst') assert.ok(isAbout(caller, company), line);
      }
    },
  }),
];

const STATION_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/service-stations',
    rules: 'ROLE-6, ROLE-16',
    on: STATIONS,
    answers: () => 200,
    look: ({ body }, caller, station, world) => {
      const { id } = world.shared.get(station)!;
      const found = body.results.find((one: Named) => one.id === id);
      // Everybody who reads the directory may narrow it.
      const isListed =
        station.is === 'there' && (caller.asks ?? station.company) === station.company;
      assert.equal(found !== undefined, isListed);
      if (!found) return;
      assert.equal(found.can_edit, isOwn(caller, station));
      assert.equal(found.user !== null, isOwn(caller, station) && station.has_contact);
    },
  }),
  row({
    ...admins,
    call: 'GET /api/service-stations/export',
    rules: 'ROLE-6, ROLE-16, STN-10',
    on: NOTHING,
    answers: () => 200,
    look: ({ raw }, caller) => {
      for (const line of raw.trim().split('\r\n').slice(1)) {
        const [company, ...contact] = line.split(';').slice(-3);
        assert.equal(company, caller.asks ?? company);
        const isOwn = isSuperuser(caller) || company === caller.company;
        assert.ok(isOwn || contact.join('') === '', 'a contact of another company');
      }
    },
  }),
  row({
    ...admins,
    call: 'GET /api/service-stations/:id',
    rules: 'ROLE-6, ROLE-13, ROLE-16, DISM-11',
    on: STATIONS,
    sees: isThere,
    answers: () => 200,
    look: ({ body }, caller, station) => {
      assert.equal(body.can_edit, isOwn(caller, station));
      assert.equal(body.deregistrations_overdue !== null, isOwn(caller, station));
      assert.equal(body.user !== null, isOwn(caller, station) && station.has_contact);
    },
  }),
  row({
    ...admins,
    call: 'POST /api/service-stations',
    rules: 'ROLE-2, ROLE-6, STN-3',
    on: NOTHING,
    answers: made,
    send: () => ({ body: { number: freshName(), name: freshName(), is_staging_area: false } }),
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'PATCH /api/service-stations/:id',
    rules: 'ROLE-13, STN-5',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 200),
    send: () => ({ body: { city: 'Arboga' } }),
  }),
  row({
    ...admins,
    call: 'DELETE /api/service-stations/:id',
    rules: 'ROLE-13, STN-8',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 204),
  }),
  row({
    ...admins,
    call: 'POST /api/service-stations/:id/user',
    rules: 'ROLE-13, STN-3',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(({ has_contact }) => (has_contact ? 400 : 201)),
    send: () => ({ body: person() }),
  }),
  row({
    ...admins,
    call: 'PATCH /api/service-stations/:id/user',
    rules: 'ROLE-13, STN-5',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(({ has_contact }) => (has_contact ? 200 : 404)),
    send: () => ({ body: person() }),
  }),
  row({
    ...admins,
    call: 'POST /api/service-stations/:id/user/reset-password',
    rules: 'ROLE-13, STN-2',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(({ has_contact }) => (has_contact ? 200 : 404)),
  }),
  row({
    ...admins,
    call: 'POST /api/service-stations/:id/user/end-sessions',
    rules: 'ROLE-13, SEC-3',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(({ has_contact }) => (has_contact ? 204 : 404)),
  }),
  row({
    ...admins,
    call: 'PUT /api/service-stations/:id/dismantler',
    rules: 'ROLE-13, DISM-1',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 200),
    send: () => encodeForm({ number: '551-1', county: 'T' }),
  }),
  row({
    ...admins,
    call: 'POST /api/service-stations/:id/dismantler/check',
    rules: 'ROLE-13, DISM-2',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 200),
  }),
  row({
    ...admins,
    call: 'DELETE /api/service-stations/:id/dismantler',
    rules: 'ROLE-13, DISM-1',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 204),
  }),
  row({
    call: 'PUT /api/service-station/dismantler',
    rules: 'ROLE-11, DISM-1',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
    send: () => encodeForm({ number: '551-1', county: 'T' }),
  }),
  row({
    call: 'DELETE /api/service-station/dismantler',
    rules: 'ROLE-11, DISM-1',
    by: 'workshop',
    on: NOTHING,
    answers: () => 204,
  }),
  row({
    call: 'GET /api/service-station',
    rules: 'STN-6',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller, _object, world) =>
      assert.equal(body.id, world.stations[caller.as!]!.id),
  }),
  row({
    call: 'PATCH /api/service-station',
    rules: 'ROLE-7, ROLE-11, STN-6',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
    send: () => ({ body: { silent_category_ids: [] } }),
  }),
];

const isStaffOf = (caller: Caller, someone: PersonObject) =>
  (someone.is === 'staff' || someone.is === 'dismissed') && isOwn(caller, someone);

const PEOPLE_ROWS: Cell[][] = [
  row({
    call: 'GET /api/users/me',
    rules: 'ROLE-4',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller, _object, world) => assert.equal(body.id, world.users[caller.as!]),
  }),
  row({
    ...admins,
    call: 'GET /api/users',
    rules: 'DATA-1, ROLE-2',
    on: STAFF,
    answers: () => 200,
    look: ({ body }, caller, someone, world) => {
      const { id } = world.shared.get(someone)!;
      const isListed =
        isStaffOf(caller, someone) && someone.company !== null && isAbout(caller, someone.company);
      assert.equal(namesIn(body).length > 0 || companyAt(caller) === 'never', true);
      assert.equal(
        body.some((one: Named) => one.id === id),
        isListed,
      );
    },
  }),
  row({
    ...admins,
    call: 'POST /api/users',
    rules: 'DATA-1, ROLE-2',
    on: NOTHING,
    answers: made,
    send: () => ({ body: { ...person(), role: 20 } }),
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'PATCH /api/users/:id',
    rules: 'DATA-1, ROLE-14',
    on: STAFF,
    sees: isStaffOf,
    answers: () => 200,
    send: () => ({ body: { first_name: 'Nytt' } }),
  }),
  row({
    ...admins,
    call: 'POST /api/users/:id/end-sessions',
    rules: 'SEC-3, ROLE-14',
    on: STAFF,
    sees: isStaffOf,
    answers: () => 204,
  }),
];

const NEW_PROVIDER = { client_id: 'x', client_secret: 'x' };

const PROVIDER_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/email-previews',
    rules: 'MAIL-7, ROLE-2',
    on: NOTHING,
    answers: (caller) => (made(caller) === 201 ? 200 : 400),
    look: (seen, caller) => {
      asksForCompany(seen);
      const { status, body } = seen;
      if (status === 200) {
        const addresses = body.map(({ address }: { address: string }) => address);
        assert.ok(addresses.length > 20, String(caller.as));
      }
    },
  }),
  row({
    ...admins,
    call: 'GET /api/sign-on-providers',
    rules: 'AUTH-7, ROLE-2',
    on: PROVIDERS,
    answers: () => 200,
    look: ({ body }, caller, provider, world) => {
      const { id } = world.shared.get(provider)!;
      const isListed =
        provider.is === 'there' && isOwn(caller, provider) && isAbout(caller, provider.company);
      assert.equal(
        body.some((one: { id: number }) => one.id === id),
        isListed,
      );
    },
  }),
  row({
    call: 'POST /api/sign-on-providers',
    rules: 'AUTH-7, ROLE-2',
    by: 'superuser',
    on: NOTHING,
    answers: made,
    send: () => ({
      body: {
        ...NEW_PROVIDER,
        issuer: `https://${freshDomain()}`,
        domains: [freshDomain()],
      },
    }),
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'PATCH /api/sign-on-providers/:id',
    rules: 'AUTH-7, ROLE-14',
    on: PROVIDERS,
    sees: (caller, provider) => provider.is === 'there' && isOwn(caller, provider),
    answers: () => 200,
    send: () => ({ body: { client_id: freshName() } }),
  }),
  row({
    call: 'DELETE /api/sign-on-providers/:id',
    rules: 'AUTH-7',
    by: 'superuser',
    on: PROVIDERS,
    sees: (_caller, { is }) => is === 'there',
    answers: () => 204,
  }),
];

/** A company of its own, and what is global (DATA-1). */
const seesCategory = (caller: Caller, category: CategoryObject) =>
  category.is !== 'never' && (category.company === null || isOwn(caller, category));
/** What is global is seen by all, and is the superuser's. */
const unlessGlobal =
  (status: (category: CategoryObject) => number) => (caller: Caller, category: CategoryObject) =>
    category.company === null && !isSuperuser(caller) ? 403 : status(category);

const hasOwn =
  (name: (company: 'Nord' | 'Väst') => string) =>
  ({ body }: Seen, caller: Caller) => {
    for (const company of ['Nord', 'Väst'] as const) {
      assert.equal(namesIn(body).includes(name(company)), companyAt(caller) === company, company);
    }
  };

const COMPANY_ROWS: Cell[][] = [
  row({
    call: 'GET /api/categories',
    rules: 'DATA-1, ROLE-2',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 200,
    look: hasOwn((company) => `Egen-kategori-${company}`),
  }),
  row({
    ...admins,
    call: 'POST /api/categories',
    rules: 'DATA-1',
    on: NOTHING,
    answers: (caller) => (companyAt(caller) === 'never' ? 400 : 201),
    send: named,
    look: ({ status, body }, caller) => {
      if (status === 201) assert.equal(body.is_global, companyAt(caller) === 'any');
    },
  }),
  row({
    ...admins,
    call: 'PATCH /api/categories/:id',
    rules: 'DATA-1, ROLE-14',
    on: CATEGORIES,
    sees: seesCategory,
    answers: unlessGlobal(() => 200),
    send: named,
  }),
  row({
    ...admins,
    call: 'DELETE /api/categories/:id',
    rules: 'DATA-1, ROLE-14',
    on: CATEGORIES,
    sees: seesCategory,
    answers: unlessGlobal(({ is }) => (is === 'used' ? 400 : 204)),
  }),
  row({
    call: 'GET /api/staging-areas',
    rules: 'DATA-1, ROLE-2',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 200,
    look: hasOwn((company) => `Plats-${company}`),
  }),
  row({
    ...admins,
    call: 'POST /api/staging-areas',
    rules: 'DATA-1, ROLE-2',
    on: NOTHING,
    answers: made,
    send: named,
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'PATCH /api/staging-areas/:id',
    rules: 'DATA-1, ROLE-14, STN-7',
    on: PLACES,
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place),
    answers: (_caller, { is }) => (is === 'station' ? 400 : 200),
    send: named,
  }),
  row({
    ...admins,
    call: 'PATCH /api/staging-areas/:id',
    when: 'its opening hours',
    rules: 'DATA-1, ROLE-14, PICK-4',
    on: PLACES,
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place),
    answers: () => 200,
    send: () => ({ body: { opening_hours: 'Vardagar 8–16' } }),
  }),
  row({
    ...admins,
    call: 'DELETE /api/staging-areas/:id',
    rules: 'DATA-1, ROLE-14, STN-7',
    on: PLACES,
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place),
    answers: (_caller, { is }) => (is === 'station' ? 400 : 204),
  }),
  row({
    ...admins,
    call: 'GET /api/companies',
    rules: 'ROLE-12',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }) => {
      for (const company of ['Nord', 'Väst']) assert.ok(namesIn(body).includes(company));
    },
  }),
  row({
    call: 'GET /api/company',
    rules: 'API-5, SET-5',
    by: 'whoever has logged in',
    on: NOTHING,
    sees: (caller) => companyAt(caller) in { Nord: 0, Väst: 0 },
    answers: () => 200,
    look: ({ body }, caller) => {
      assert.equal(body.name, companyAt(caller));
      assert.equal(body.next_auction_number === null, caller.kind === 'workshop');
    },
  }),
  row({
    ...admins,
    call: 'PATCH /api/company',
    rules: 'ROLE-7, API-5, SET-1',
    on: NOTHING,
    sees: (caller) => companyAt(caller) in { Nord: 0, Väst: 0 },
    answers: () => 200,
    send: () => ({ body: { phone: freshName() } }),
    look: ({ body }, caller) => assert.equal(body.name, companyAt(caller)),
  }),
  row({
    call: 'POST /api/companies',
    rules: 'DATA-1',
    by: 'superuser',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { name: freshName(), admin: person() } }),
  }),
  row({
    call: 'GET /api/admin/dead-letters',
    rules: 'MAIL-2',
    by: 'superuser',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'POST /api/admin/dead-letters/resend',
    rules: 'MAIL-2',
    by: 'superuser',
    on: NOTHING,
    answers: () => 204,
  }),
  row({
    call: 'POST /api/admin/dead-letters/:id/resend',
    rules: 'MAIL-2',
    by: 'superuser',
    on: NOTHING,
    sees: () => false,
    answers: () => 204,
    params: () => ({ id: '00000000-0000-4000-8000-000000000000' }),
  }),
  row({
    call: 'PATCH /api/companies/:id',
    rules: 'DATA-1',
    by: 'superuser',
    on: COMPANIES,
    sees: (_caller, { is }) => is === 'there',
    answers: () => 200,
    send: () => ({ body: { phone: freshName() } }),
  }),
  row({
    call: 'POST /api/auctions',
    rules: 'ROLE-2, ROLE-8, FORM-1',
    by: 'case manager',
    on: NOTHING,
    answers: made,
    send: newAuction,
    look: asksForCompany,
  }),
];

/** Files that are being sent are their sender's alone. */
const isSenders = (caller: Caller, { of }: UploadObject) => caller.as === of && of !== null;
const upload = {
  by: 'case manager',
  on: UPLOADS,
  sees: isSenders,
  params: (_world: World, { id }: Ids) => ({ id: uploadId(id) }),
} as const;

const UPLOAD_ROWS: Cell[][] = [
  row({
    call: 'POST /api/uploads',
    rules: 'FORM-13',
    by: 'case manager',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { kind: 'image', name: 'a.jpg', size: 10 } }),
  }),
  row({ ...upload, call: 'GET /api/uploads/:id', rules: 'FORM-13', answers: () => 200 }),
  row({
    ...upload,
    call: 'PATCH /api/uploads/:id',
    rules: 'FORM-13',
    answers: () => 200,
    query: () => 'offset=0',
    send: () => ({
      body: Buffer.from('%PDF'),
      headers: { 'content-type': 'application/offset+octet-stream' },
    }),
  }),
  row({ ...upload, call: 'DELETE /api/uploads/:id', rules: 'FORM-13', answers: () => 204 }),
];

function newAuction({ categories, times }: World) {
  return encodeForm({
    category_ids: [categories.cars],
    manufacturer: 'Volvo',
    registration_number: 'ABC123',
    damage_condition: 'REPAIR',
    staging_area_name: 'Örebro',
    is_global: '0',
    hidden_bids: '1',
    hidden_reservation_price: '1',
    start_dt: onStockholmsClocks(times.upcoming.start),
    end_dt: onStockholmsClocks(times.upcoming.end),
  });
}

export const OTHER_ROWS: Cell[][] = [
  ...EVENT_ROWS,
  ...STATION_ROWS,
  ...PEOPLE_ROWS,
  ...PROVIDER_ROWS,
  ...COMPANY_ROWS,
  ...UPLOAD_ROWS,
];
