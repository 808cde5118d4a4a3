import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import pg from 'pg';

const PART = readFileSync(join(import.meta.dirname, 'list-world.sql'), 'utf8');

/** What is filled by the million: its indexes are made when it is full, each in seconds. */
const TABLES = [
  'auctions',
  'auction_standings',
  'auction_categories',
  'auction_images',
  'alerts',
  'bids',
  'collections',
];

/** It takes longer than all the others together, so that it is made beside them. */
const LONGEST_INDEX = 'auctions_find_words';

/** As many connections as are worth it on two processors. */
const SIDE_BY_SIDE = 2;

/** Users that read lists: of the company that sells most, a sixth of all, and of the workshop that has bid most. */
export const READERS = { manager: 1, superuser: 41, station: 101 };

/**
 * Makes a world of so many auctions of five years in an empty database, as its superuser: of forty companies and three
 * thousand workshops, with ten bids an auction. A million take some five minutes of two processors.
 */
export async function makeListWorld(url: string, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => open(url)));
  const [first] = clients as [pg.Client];
  try {
    await first.query(PEOPLE.replaceAll(':terms', TERMS_VERSION));
    const { rows: indexes } = await first.query<{ name: string; made_by: string }>(
      `select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as made_by
       from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
       where i.indrelid = any($1::regclass[]) and c.oid is null
       order by i.indexrelid <> $2::regclass`,
      [TABLES, LONGEST_INDEX],
    );
    await first.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`);
    await shareOut(clients, partsOf(count), (client, part) => client.query(part));
    await shareOut(clients, indexes, (client, { made_by }) => client.query(made_by));
    await first.query(`select setval('auctions_id_seq', ${count}), setval('users_id_seq', 10000),
      setval('service_stations_id_seq', 10000), setval('companies_id_seq', 1000), setval('categories_id_seq', 1000)`);
    await first.query(`insert into stale_sale_months (company_id, month)
      select distinct company_id, stockholm_month(end_dt) from auction_standings where closed_at is not null`);
    await first.query('vacuum analyze');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // What is made here is right as it is: neither references nor triggers are asked.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set max_parallel_maintenance_workers = 1`);
  return client;
}

function partsOf(count: number): string[] {
  const size = 50_000;
  return Array.from({ length: Math.ceil(count / size) }, (_, part) =>
    PART.replaceAll(':first', String(part * size + 1))
      .replaceAll(':last', String(Math.min(count, (part + 1) * size)))
      .replaceAll(':count', String(count)),
  );
}

async function shareOut<T>(
  clients: pg.Client[],
  work: T[],
  doOne: (client: pg.Client, one: T) => Promise<unknown>,
): Promise<void> {
  const left = [...work];
  const drain = async (client: pg.Client) => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await doOne(client, one);
  };
  await Promise.all(clients.map(drain));
}

const PEOPLE = `
  insert into companies (id, name) overriding system value
  select n, 'Bolag ' || n from generate_series(1, 40) n;
  insert into categories (id, name) overriding system value
  select n, 'Kategori ' || n from generate_series(1, 12) n;
  insert into service_stations (id, company_id, number, name) overriding system value
  select n, 1 + n % 40, n, 'Verkstad ' || n from generate_series(1, 3000) n;
  insert into service_station_categories (service_station_id, category_id)
  select n, 1 + (n + k) % 12 from generate_series(2, 3000, 2) n, generate_series(1, 4) k;
  insert into users (id, email, role, company_id, is_superuser) overriding system value
  select n, 'staff' || n || '@bolag.example', case when n = 41 then 30 else 20 end, case when n < 41 then n end, n = 41
  from generate_series(1, 41) n;
  insert into users (id, email, role, service_station_id) overriding system value
  select 100 + n, 'bench' || n || '@verkstad.example', 10, n from generate_series(1, 3000) n;
  insert into accepted_terms (user_id, version)
  select 100 + n, ':terms' from generate_series(1, 3000) n;`;
