import type { Readable } from 'node:stream';
import { TIME_ZONE } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import { EVENT_NAME } from '@restvarde/contract/security/event-kinds';
import { describeEvent } from '@restvarde/contract/security/event-words';
import type { SecurityEvent, SecurityFilter } from '@restvarde/contract/security/security-events';
import { fullName } from '@restvarde/contract/users';
import type { Queryable } from '../db/pool.ts';
import { BOM, csvLine, csvStream } from '../http/csv.ts';
import { readEvents } from './security-log.ts';

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
