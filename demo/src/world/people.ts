import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import { type BookingHours, hoursText } from '@restvarde/contract/hours/booking-hours';
import type { Role } from '@restvarde/contract/roles';
import { hashPassword } from '@restvarde/server/auth/passwords/password';
import type { Tx } from '@restvarde/server/db/pool';
import { DEMO_PASSWORD } from '../accounts.ts';

export interface DemoStation {
  id: number;
  user_id: number;
  company_id: number;
  /** Names of its categories; empty: all. */
  categories: readonly string[];
}

export interface DemoCompany {
  id: number;
  case_manager_id: number;
  areas: { id: number; name: string }[];
  ladder: BidIncrement[];
  minutes: number;
  /** Number of its first past auction. */
  past_number: string;
  /** A file in `pictures/`. */
  logo: string;
}

export interface DemoPeople {
  companies: DemoCompany[];
  stations: DemoStation[];
  /** Names of global categories. */
  categories: Map<string, number>;
}

const CATEGORIES = [
  'Personbil',
  'Lätt lastbil',
  'Motorcykel',
  'Husbil och husvagn',
  'Släpvagn',
  'Entreprenadmaskin',
  'Snöskoter',
  'Båt',
];

const COMPANIES = [
  {
    name: 'Nordsäkring',
    logo: 'logo-nordsakring.png',
    email: 'kontakt@nordsakring.example',
    phone: '08-123 45 00',
    street: 'Sveavägen 44',
    postal: '11134',
    city: 'Stockholm',
    prefix: 'NS-1001',
    past_number: 'NS-0920',
    minutes: 3,
    areas: ['Örebro bilgård', 'Upplands Väsby', 'Gävle hamn'],
    ladder: [
      [0, 10_000, 250],
      [10_000, 50_000, 500],
      [50_000, 200_000, 1_000],
    ],
    staff: [
      ['admin@nordsakring.example', 'Maria', 'Nordin', 30],
      ['handlaggare@nordsakring.example', 'Johan', 'Ek', 20],
    ],
    adUser: ['anna@ad.nordsakring.example', 'Anna', 'Sjöberg'],
  },
  {
    name: 'Västkust Försäkring',
    logo: 'logo-vastkust.png',
    email: 'restvarde@vastkust.example',
    phone: '031-700 20 00',
    street: 'Första Långgatan 12',
    postal: '41303',
    city: 'Göteborg',
    prefix: 'VK2026-0088',
    past_number: 'VK2026-0031',
    minutes: 5,
    areas: ['Hisingen', 'Kungsbacka', 'Uddevalla'],
    ladder: [
      [0, 20_000, 500],
      [20_000, 100_000, 1_000],
    ],
    staff: [
      ['admin@vastkust.example', 'Karin', 'Hallberg', 30],
      ['handlaggare@vastkust.example', 'Peter', 'Lundgren', 20],
    ],
    adUser: null,
  },
] as const;

const STATIONS = [
  [
    0,
    '1001',
    'Lind Bil & Plåt',
    'Industrigatan 8',
    '70227',
    'Örebro',
    'verkstad@lindbil.example',
    'Anders',
    'Lind',
  ],
  [
    0,
    '1002',
    'Söder Plåt',
    'Ringvägen 91',
    '11861',
    'Stockholm',
    'verkstad@soderplat.example',
    'Sara',
    'Öberg',
  ],
  [
    1,
    '501',
    'Kustplåt',
    'Varvsgatan 3',
    '41714',
    'Göteborg',
    'verkstad@kustplat.example',
    'Mikael',
    'Strand',
  ],
  [
    0,
    '1003',
    'Mälardalens Bildemontering',
    'Verkstadsgatan 21',
    '72133',
    'Västerås',
    'bud@malardemont.example',
    'Lena',
    'Forsberg',
  ],
  [
    0,
    '1004',
    'Gävle Skadeverkstad',
    'Hamnleden 40',
    '80646',
    'Gävle',
    'bud@gavleskade.example',
    'Olof',
    'Åkesson',
  ],
  [
    1,
    '502',
    'Bohus Demontering',
    'Lärjegatan 15',
    '45140',
    'Uddevalla',
    'bud@bohusdemont.example',
    'Eva',
    'Karlsson',
  ],
  [
    1,
    '503',
    'Halland Lack & Plåt',
    'Kraftvägen 6',
    '43437',
    'Kungsbacka',
    'bud@hallandlack.example',
    'Nils',
    'Bergqvist',
  ],
] as const;

/** By station number: the categories that a workshop follows. Others see all. */
const OWN_CATEGORIES: Record<string, readonly string[]> = {
  '1003': ['Personbil', 'Lätt lastbil', 'Motorcykel', 'Husbil och husvagn', 'Släpvagn'],
  '502': ['Personbil', 'Lätt lastbil', 'Båt'],
};

/** By station number: workshops that store and hand over objects. */
const YARD = '1004';

/** Creates companies, staff and workshops. */
export async function makeDemoPeople(tx: Tx): Promise<DemoPeople> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const addUser = async (
    values: { email: string; first_name: string; last_name: string; role: Role },
    of: {
      company_id?: number;
      service_station_id?: number;
      is_superuser?: boolean;
      is_ad_user?: boolean;
    },
  ) => {
    const { id } = await tx
      .insertInto('users')
      .values({ ...values, ...of, password_hash: of.is_ad_user ? null : password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  const categories = await tx
    .insertInto('categories')
    .values(CATEGORIES.map((name) => ({ name })))
    .returning(['id', 'name'])
    .execute();
  await addUser(
    { email: 'superuser@restvarde.example', first_name: 'Siv', last_name: 'Rask', role: 30 },
    { is_superuser: true },
  );

  const companies: DemoCompany[] = [];
  for (const {
    areas: places,
    ladder: steps,
    staff,
    adUser,
    prefix,
    minutes,
    past_number,
    logo,
    ...facts
  } of COMPANIES) {
    const ladder = steps.map(([min_price, max_price, increment]) => ({
      min_price,
      max_price,
      increment,
    }));
    const { id } = await tx
      .insertInto('companies')
      .values({
        ...facts,
        ended_auction_email: facts.email,
        auction_summary_email: facts.email,
        auction_end_dt_incrementation: minutes,
        bid_increment_intervals: JSON.stringify(ladder),
        next_auction_number: prefix,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const areas = await tx
      .insertInto('staging_areas')
      // The last place has free text, like a company without opening hours.
      .values(
        places.map((name, index) => ({
          company_id: id,
          name,
          ...(index < places.length - 1 ? openHours('08:00', '16:00') : FREE_HOURS),
        })),
      )
      .returning(['id', 'name'])
      .execute();
    const ids = [];
    for (const [email, first_name, last_name, role] of staff) {
      ids.push(await addUser({ email, first_name, last_name, role }, { company_id: id }));
    }
    if (adUser) {
      const [email, first_name, last_name] = adUser;
      await addUser(
        { email, first_name, last_name, role: 20 },
        { company_id: id, is_ad_user: true },
      );
    }
    companies.push({ id, case_manager_id: ids[1]!, areas, ladder, minutes, past_number, logo });
  }

  const stations: DemoStation[] = [];
  for (const [
    owner,
    number,
    name,
    street,
    postal,
    city,
    email,
    first_name,
    last_name,
  ] of STATIONS) {
    const company_id = companies[owner]!.id;
    const { id } = await tx
      .insertInto('service_stations')
      .values({
        ...{ company_id, number, name, street, postal, city },
        // Reserved for fiction.
        phone: `08-465 004 ${number.slice(-2)}`,
        is_staging_area: number === YARD,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (number === YARD) companies[owner]!.areas.push(await addYard(tx, { id, company_id, name }));
    const user_id = await addUser(
      { email, first_name, last_name, role: 10 },
      { service_station_id: id },
    );
    const own = OWN_CATEGORIES[number] ?? [];
    if (own.length > 0) {
      await tx
        .insertInto('service_station_categories')
        .values(
          categories
            .filter((category) => own.includes(category.name))
            .map((category) => ({ service_station_id: id, category_id: category.id })),
        )
        .execute();
    }
    stations.push({ id, user_id, company_id, categories: own });
  }
  // The first workshop has not accepted the terms, so that the demo shows the dialog.
  await tx
    .insertInto('accepted_terms')
    .values(stations.slice(1).map(({ user_id }) => ({ user_id, version: TERMS_VERSION })))
    .execute();
  return { companies, stations, categories: new Map(categories.map(({ id, name }) => [name, id])) };
}

/** Some workshops have saved searches (SAVED-1). */
export async function saveDemoSearches(tx: Tx, stations: readonly DemoStation[]): Promise<void> {
  const searches = [
    { name: 'Volvo', query: { manufacturer: 'Volvo' }, frequency: 'daily' },
    { name: 'Elbilar från 2020', query: { q: 'el', model_year_from: '2020' }, frequency: 'off' },
    { name: 'Till demontering', query: { damage_condition: 'DISASSEMBLY' }, frequency: 'direct' },
  ];
  await tx
    .insertInto('saved_searches')
    .values(
      stations
        .slice(0, 2)
        .flatMap(({ user_id }) =>
          searches.map((search) => ({ ...search, user_id, query: JSON.stringify(search.query) })),
        ),
    )
    .execute();
}

const FREE_HOURS = { opening_hours: 'Vardagar 8–16' };

/** Weekdays between two times, in slots of an hour (PICK-12). */
function openHours(from: string, to: string) {
  const weekday = { from, to };
  const booking_hours: BookingHours = {
    weekdays: [weekday, weekday, weekday, weekday, weekday, null, null],
    slot_minutes: 60,
    places: 2,
    closed: [],
    is_open_on_holidays: false,
  };
  return { booking_hours, opening_hours: hoursText(booking_hours) };
}

/** The place of a station (STN-7). */
function addYard(tx: Tx, station: { id: number; company_id: number; name: string }) {
  const { id, company_id, name } = station;
  return tx
    .insertInto('staging_areas')
    .values({ company_id, name, service_station_id: id, ...openHours('07:00', '17:00') })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}
