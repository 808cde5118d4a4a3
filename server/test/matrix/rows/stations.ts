import assert from 'node:assert/strict';
import { type Caller, inCompany, isOwn, isSuperuser } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { freshName, freshPerson, NOTHING, STATIONS, type StationObject } from '../objects.ts';

export const isThere = (_caller: Caller, { is }: StationObject) => is === 'there';

export const unlessOthers =
  (status: (station: StationObject) => number) => (caller: Caller, station: StationObject) =>
    isOwn(caller, station) ? status(station) : 403;

const admins = { by: 'company admin' } as const;

export const STATION_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/service-stations',
    rules: 'ROLE-6, ROLE-16',
    on: STATIONS,
    answers: () => 200,
    look: ({ body }, caller, station, world) => {
      const { id } = world.shared.get(station)!;
      const found = body.results.find((one: { id: number; name: string }) => one.id === id);
      // All readers of the list may filter it.
      const isListed =
        station.is === 'there' && (caller.sent_company ?? station.company) === station.company;
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
        const [company, ...contact] = line.split(';').slice(-4);
        assert.equal(company, caller.sent_company ?? company);
        const isAllowed = isSuperuser(caller) || company === caller.company;
        assert.ok(isAllowed || contact.join('') === '', 'a contact of another company');
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
    answers: inCompany(201),
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
    send: () => ({ body: freshPerson() }),
  }),
  row({
    ...admins,
    call: 'PATCH /api/service-stations/:id/user',
    rules: 'ROLE-13, STN-5',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(({ has_contact }) => (has_contact ? 200 : 404)),
    send: () => ({ body: freshPerson() }),
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
