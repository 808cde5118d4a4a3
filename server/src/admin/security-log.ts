import type { Readable } from 'node:stream';
import { addDays, stockholmInstant, TIME_ZONE } from '@restvarde/contract/dates';
import { PAGE_SIZE, type Page } from '@restvarde/contract/paging';
import type { Viewer } from '@restvarde/contract/roles';
import { browserName } from '@restvarde/contract/security/browser-name';
import { EVENT_NAME } from '@restvarde/contract/security/event-kinds';
import { describeEvent } from '@restvarde/contract/security/event-words';
import type { SecurityEvent, SecurityFilter } from '@restvarde/contract/security/security-events';
import { fullName } from '@restvarde/contract/users';
import { type RawBuilder, sql } from 'kysely';
import { companyOf } from '../companies/company-of.ts';
import { contains } from '../db/contains.ts';
import type { Queryable } from '../db/pool.ts';
import { BOM, csvLine, csvStream } from '../http/csv.ts';
import { nextUrl, readParts, writeCursor } from '../http/cursor.ts';

type Row = Omit<SecurityEvent, 'at' | 'browser'> & { at: Date; user_agent: string };

/**
 * Returns a page of the security log, newest first (SEC-2), of the viewer's company; for a superuser of all
 * companies.
 * @throws DomainError 400 for an invalid cursor
 */
export async function listEvents(
  db: Queryable,
  viewer: Viewer,
  path: string,
  filter: SecurityFilter,
): Promise<Page<SecurityEvent>> {
  const { rows, cursor } = await readEvents(db, viewer, filter, PAGE_SIZE.security_events);
  return { results: rows, next: cursor === null ? null : nextUrl(path, filter, cursor) };
}

/**
 * Returns events from the filter's cursor on, and the next cursor, null at the end.
 * @throws DomainError 400 for an invalid cursor
 */
async function readEvents(
  db: Queryable,
  viewer: Viewer,
  filter: SecurityFilter,
  size: number,
): Promise<{ rows: SecurityEvent[]; cursor: string | null }> {
  const { rows } = await selectEvents(viewer, filter, size + 1).execute(db);
  const events = rows.slice(0, size).map(({ user_agent, at, ...event }) => ({
    ...event,
    at: at.toISOString(),
    browser: user_agent === '' ? '' : browserName(user_agent),
  }));
  const last = rows.length > size ? events.at(-1) : undefined;
  return { rows: events, cursor: last ? writeCursor([last.at, last.id]) : null };
}

/**
 * Builds the statement. Indexes serve every filter.
 * @throws DomainError 400 for an invalid cursor
 */
export function selectEvents(
  viewer: Viewer,
  filter: SecurityFilter,
  count: number,
): RawBuilder<Row> {
  const named = (user: string) => sql`
    case when ${sql.ref(user)}.id is not null then json_build_object(
      'id', ${sql.ref(user)}.id,
      'first_name', ${sql.ref(user)}.first_name, 'last_name', ${sql.ref(user)}.last_name
    ) end`;
  return sql<Row>`
    with page as (
      select e.*
      from security_events e
      where ${sql.join(conditionsOf(viewer, filter), sql` and `)}
      order by e.at desc, e.id desc
      limit ${count}
    )
    select e.id, e.at, e.kind, e.details, host(e.ip) as ip, e.user_agent, c.name as company_name,
      ${named('p')} as person, ${named('a')} as actor
    from page e
    left join users p on p.id = e.user_id
    left join users a on a.id = e.actor_id
    left join companies c on c.id = e.company_id
    order by e.at desc, e.id desc`;
}

function conditionsOf(viewer: Viewer, filter: SecurityFilter): RawBuilder<boolean>[] {
  const { person, kind, from, to, cursor } = filter;
  const company = companyOf(viewer, filter);
  const conditions = [sql<boolean>`true`];
  if (company !== null) conditions.push(sql<boolean>`e.company_id = ${company}`);
  if (kind) conditions.push(sql<boolean>`e.kind = ${kind}`);
  if (from)
    conditions.push(sql<boolean>`e.at >= ${stockholmInstant(`${from}T00:00`)}::timestamptz`);
  if (to) {
    const end = stockholmInstant(`${addDays(to, 1)}T00:00`);
    conditions.push(sql<boolean>`e.at < ${end}::timestamptz`);
  }
  if (person) {
    const isNamed = contains(sql<string>`(u.first_name || ' ' || u.last_name)`, person);
    // The actor's address may be one that the company must not know (ROLE-10).
    conditions.push(sql<boolean>`(
      e.user_id = any(array(select u.id from users u where ${isNamed} or ${contains('u.email', person)}))
      or e.actor_id = any(array(select u.id from users u where ${isNamed}))
    )`);
  }
  if (cursor !== undefined) {
    const [at, id] = readParts(cursor, ['timestamptz', 'id']);
    conditions.push(sql<boolean>`(e.at, e.id) < (${at}::timestamptz, ${id}::bigint)`);
  }
  return conditions;
}

const CHUNK = 500;

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

const HEADINGS = ['Tid', 'Händelse', 'Uppgift', 'Person', 'Av', 'Bolag', 'IP-adress', 'Webbläsare'];

/**
 * Exports the security log as CSV, with the filters of the page (SEC-2).
 * @throws DomainError 400 for an invalid cursor
 */
export function exportEvents(db: Queryable, viewer: Viewer, filter: SecurityFilter): Readable {
  return csvStream(lines(db, viewer, filter));
}

async function* lines(db: Queryable, viewer: Viewer, wanted: SecurityFilter) {
  yield BOM + csvLine(HEADINGS);
  let filter: SecurityFilter = { ...wanted, cursor: undefined };
  for (;;) {
    const { rows, cursor } = await readEvents(db, viewer, filter, CHUNK);
    yield rows.map((event) => csvLine(cells(event))).join('');
    if (cursor === null) return;
    filter = { ...filter, cursor };
  }
}

function cells(event: SecurityEvent): (string | null)[] {
  return [
    timeFormat.format(new Date(event.at)),
    EVENT_NAME[event.kind],
    describeEvent(event.kind, event.details as never),
    event.person && fullName(event.person),
    event.actor && fullName(event.actor),
    event.company_name,
    event.ip,
    event.browser,
  ];
}
