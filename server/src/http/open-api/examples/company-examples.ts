import * as places from '@restvarde/contract/categories';
import * as companies from '@restvarde/contract/companies/companies';
import { createCompany } from '@restvarde/contract/companies/create-company';
import * as providers from '@restvarde/contract/companies/sign-on-providers';
import * as stations from '@restvarde/contract/service-stations';
import { exampleOf } from './example.ts';

const SETTINGS = {
  phone: '010-123 45 67',
  default_end_dt_increment_days: 7,
  default_end_dt_increment_time: '14:00',
  bid_increment_intervals: [{ min_price: 0, max_price: 100_000, increment: 500 }],
};
const OPEN = { from: '08:00', to: '16:00' };
const HOURS = {
  weekdays: [OPEN, OPEN, OPEN, OPEN, OPEN, null, null],
  slot_minutes: 30,
  places: 2,
  closed: [{ from: '2026-12-24', to: '2026-12-26' }],
  is_open_on_holidays: false,
};
const PERSON = { first_name: 'Erik', last_name: 'Berg', email: 'erik@bargarna.example' };

/** The company, its places, workshops and sign-on providers. */
export const COMPANY_EXAMPLES = [
  exampleOf(createCompany, {
    body: {
      name: 'Länsbolaget',
      admin: { first_name: 'Anna', last_name: 'Lind', email: 'anna.lind@lansbolaget.example' },
    },
  }),
  exampleOf(companies.changeCompany, { body: SETTINGS }),
  exampleOf(companies.changeNamedCompany, { body: SETTINGS }),
  exampleOf(places.listCategories, { reply: [{ id: 1, name: 'Personbil', is_global: true }] }),
  exampleOf(places.createCategory, { body: { name: 'Husvagn' } }),
  exampleOf(places.renameCategory, { body: { name: 'Husvagn och husbil' } }),
  exampleOf(places.listStagingAreas, {
    reply: [
      {
        id: 4,
        name: 'Kumla',
        is_service_station: false,
        opening_hours: 'Vardagar 8–16',
        booking_hours: null,
        can_edit: true,
      },
    ],
  }),
  exampleOf(places.createStagingArea, { body: { name: 'Kumla', opening_hours: 'Vardagar 8–16' } }),
  exampleOf(places.changeStagingArea, { body: { opening_hours: 'Vardagar 7–15' } }),
  exampleOf(places.setBookingHours, { body: { booking_hours: HOURS } }),
  exampleOf(providers.createSignOnProvider, {
    body: {
      issuer: 'https://login.lansbolaget.example',
      client_id: 'restvarde',
      client_secret: 'hemlighet',
      domains: ['lansbolaget.example'],
    },
  }),
  exampleOf(providers.changeSignOnProvider, { body: { client_secret: 'ny hemlighet' } }),
  exampleOf(stations.createServiceStation, {
    body: {
      number: '4711',
      name: 'Bärgarna i Kumla',
      street: 'Verkstadsgatan 1',
      postal: '69230',
      city: 'Kumla',
      phone: '019-123 45',
      is_staging_area: false,
      category_ids: [1],
    },
  }),
  exampleOf(stations.changeServiceStation, { body: { phone: '019-543 21' } }),
  exampleOf(stations.createContact, { body: PERSON }),
  exampleOf(stations.changeContact, { body: { email: PERSON.email } }),
  exampleOf(stations.putDismantler, { body: { number: '555-1234', county: 'T' } }),
  exampleOf(stations.putOwnDismantler, { body: { number: '555-1234', county: 'T' } }),
  exampleOf(stations.changeOwnStation, { body: { silent_category_ids: [2] } }),
];
