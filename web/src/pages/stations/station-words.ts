import { addressLine, type ServiceStation } from '@restvarde/contract/service-stations';
import { dismantlerRows } from '../../features/stations/dismantler-words.ts';

/** A station's values as text, for users who may only read. */
export function stationRows(station: ServiceStation): [name: string, value: string][] {
  return [
    ['Verkstadsnummer', station.number],
    ['Verkstadens namn', station.name],
    ['Adress', addressLine(station)],
    ['Kategorier', categoryWords(station)],
    ['Uppställningsplats', station.is_staging_area ? 'Ja' : 'Nej'],
    ['Bolag', station.company_name],
    ...dismantlerRows(station.dismantler),
  ];
}

const listFormat = new Intl.ListFormat('sv-SE', { type: 'unit' });

/** «Båt, Personbil». A station without categories sees the objects of all (ROLE-17). */
export function categoryWords(station: Pick<ServiceStation, 'categories'>): string {
  return station.categories.length === 0
    ? 'Alla'
    : listFormat.format(station.categories.map(({ name }) => name));
}
