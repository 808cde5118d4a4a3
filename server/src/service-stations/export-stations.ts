import type { Readable } from 'node:stream';
import type { Viewer } from '@restvarde/contract/roles';
import type { ServiceStation, StationFilter } from '@restvarde/contract/service-stations';
import type { Queryable } from '../db/pool.ts';
import { BOM, type Cell, csvLine, csvStream } from '../http/csv.ts';
import { readStations } from './read-stations.ts';

/** Rows per query. */
const CHUNK = 500;

const HEADINGS = [
  'Verkstadsnr',
  'Verkstadsnamn',
  'Gatuadress',
  'Postnummer',
  'Ort',
  'Kategorier',
  'Uppställningsplats',
  'Bolag',
  'Kontaktperson',
  'E-post',
  'Telefon',
];

/**
 * The directory as CSV, with the contacts of stations that the viewer may edit (STN-10, ROLE-16).
 * @throws DomainError 400 for an invalid filter.
 */
export function exportStations(db: Queryable, viewer: Viewer, filter: StationFilter): Readable {
  return csvStream(lines(db, viewer, filter));
}

async function* lines(db: Queryable, viewer: Viewer, initial: StationFilter) {
  yield BOM + csvLine(HEADINGS);
  let filter = { ...initial, cursor: undefined as string | undefined };
  for (;;) {
    const { rows, cursor } = await readStations(db, viewer, filter, CHUNK);
    yield rows.map((station) => csvLine(cells(station))).join('');
    if (cursor === null) return;
    filter = { ...filter, cursor };
  }
}

function cells({
  user,
  ...station
}: Omit<ServiceStation, 'dismantler' | 'contact_logged_in_at'>): Cell[] {
  return [
    { text: station.number },
    { text: station.name },
    station.street,
    { text: station.postal },
    station.city,
    station.categories.map(({ name }) => name).join(', '),
    station.is_staging_area ? 'Ja' : 'Nej',
    station.company_name,
    user && `${user.first_name} ${user.last_name}`.trim(),
    user?.email ?? null,
    station.phone === null ? null : { text: station.phone },
  ];
}
