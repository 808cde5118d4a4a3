import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import pg from 'pg';

const PART = readFileSync(join(import.meta.dirname, 'list-world.sql'), 'utf8');

/** Tables filled by the million. Their indexes are created afterwards, which is faster. */
const TABLES = [
  'auctions',
  'auction_standings',
  'auction_categories',
  'auction_images',
  'alerts',
  'bids',
  'collections',
];

/** Takes longer than all others together, so it starts first and runs beside them. */
const LONGEST_INDEX = 'auctions_find_words';

/** Parallel connections, for two processors. */
const SIDE_BY_SIDE = 2;

/** Users that read lists: staff of the company with the most auctions (a sixth of all), and the workshop with the most bids. */
export const READERS = { manager: 1, station: 101 };

/**
 * Fills an empty database with auctions of five years, as its superuser: forty companies, three thousand workshops, ten
 * bids per auction. A million auctions take about five minutes on two processors.
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
    await runInParallel(clients, partsOf(count), (client, part) => client.query(part));
    await runInParallel(clients, indexes, (client, { made_by }) => client.query(made_by));
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
  // The data is consistent by construction: no foreign keys or triggers need to run.
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

async function runInParallel<T>(
  clients: pg.Client[],
  work: T[],
  doOne: (client: pg.Client, one: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...work];
  const drain = async (client: pg.Client) => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await doOne(client, one);
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
