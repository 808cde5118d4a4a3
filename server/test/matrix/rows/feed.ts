import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { encodeForm } from '../../forms.ts';
import { companyAt, inCompany, isInCompany } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { NOTHING, ON_AUCTIONS } from '../objects.ts';
import { externalIdOf, type World } from '../world.ts';

const body = ({ categories }: World) => ({
  category_ids: [categories.cars],
  manufacturer: 'Volvo',
  registration_number: 'NYA123',
  damage_condition: 'REPAIR',
  staging_area_name: 'Örebro',
  is_global: false,
  hidden_bids: false,
  hidden_reservation_price: false,
});

const feed = { by: 'case manager', on: NOTHING } as const;

/** A file with one row, each time with other bytes. */
const file = () =>
  encodeForm({
    file: {
      name: 'objekt.csv',
      content: [
        'Skadenummer;Kategori;Fabrikat;Reg.nr;Säljes för;Uppställningsplats;Säljområde;Dolda bud;Dolt reservationspris;Start;Slut',
        `${randomUUID()};Bilar;Volvo;NYA123;Reparation;Örebro;Egna verkstäder;Nej;Nej;${at(1)};${at(3)}`,
      ].join('\n'),
    },
  });
const at = (days: number) => `${addDays(stockholmDate(new Date()), days)} 12:00`;

export const FEED_ROWS: Cell[][] = [
  row({
    ...feed,
    call: 'POST /api/auctions/import',
    rules: 'FEED-7, ROLE-2',
    answers: inCompany(201),
    send: file,
    look: (seen) => {
      asksForCompany(seen);
      if (seen.status === 201) assert.equal(seen.body.created, 1);
    },
  }),
  row({
    ...feed,
    call: 'GET /api/auctions/import/template',
    rules: 'FEED-7',
    answers: () => 200,
    look: ({ raw }) => assert.match(raw, /Skadenummer/),
  }),
  row({
    ...feed,
    call: 'PUT /api/feed/auctions/:external_id',
    rules: 'FEED-3, ROLE-2',
    answers: inCompany(201),
    params: () => ({ external_id: randomUUID() }),
    send: (world) => ({ body: body(world) }),
    look: asksForCompany,
  }),
  row({
    ...feed,
    call: 'PUT /api/feed/auctions/:external_id',
    when: 'checks only',
    rules: 'FEED-12, ROLE-2',
    answers: inCompany(200),
    params: () => ({ external_id: 'alltid-samma' }),
    query: () => 'validate_only=1',
    send: (world) => ({ body: body(world) }),
    look: (seen) => {
      asksForCompany(seen);
      if (seen.status === 200) assert.deepEqual(seen.body, { action: 'create' });
    },
  }),
  row({
    ...feed,
    call: 'GET /api/feed/auctions',
    rules: 'FEED-4, ROLE-2',
    answers: inCompany(200),
    query: () => 'changed_since=2020-01-01T00:00:00Z',
    look: asksForCompany,
  }),
  ...(['images', 'files'] as const).map((part) =>
    row({
      ...feed,
      call: `POST /api/feed/auctions/:external_id/${part}`,
      rules: 'FEED-4, ROLE-2',
      answers: inCompany(404),
      params: () => ({ external_id: 'finns-inte' }),
      send: () => encodeForm({ file: { name: 'a.pdf', content: '%PDF-1.7' } }),
      look: asksForCompany,
    }),
  ),
  row({
    by: 'case manager',
    on: ON_AUCTIONS,
    call: 'GET /api/feed/auctions/:external_id',
    rules: 'FEED-4, ROLE-2, ROLE-15',
    sees: (caller, { company, state }) =>
      !isInCompany(caller) || (companyAt(caller) === company && state !== 'never'),
    answers: inCompany(200),
    params: (_world, ids, auction) => ({ external_id: `${externalIdOf(auction)}-${ids.id}` }),
    look: (seen, _caller, { state }) => {
      asksForCompany(seen);
      if (seen.status === 200) assert.equal(seen.body.deleted === true, state === 'deleted');
    },
  }),
];
