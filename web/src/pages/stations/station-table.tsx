import { addressLine, type ServiceStation } from '@restvarde/contract/service-stations';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/urls/paths.ts';
import {
  directionOf,
  pressColumn,
  type StationOrdering,
} from '../../features/stations/station-search.ts';
import { Table, type TableColumn } from '../../ui/display/table.tsx';
import { unbroken } from '../../ui/format/unbroken.tsx';
import styles from './station-list.module.css';
import { categoryWords } from './station-words.ts';

export interface StationRowsProps {
  stations: readonly ServiceStation[];
}

export interface StationTableProps extends StationRowsProps {
  ordering: StationOrdering | undefined;
  onSort: (ordering: StationOrdering | undefined) => void;
}

/** The directory as a table, on wide screens (STN-1). */
export function StationTable({ stations, ordering, onSort }: StationTableProps) {
  const columns: TableColumn<ServiceStation>[] = [
    {
      id: 'number',
      title: 'Verkstadsnr',
      isNumber: true,
      sorted: directionOf('number', ordering),
      cell: (station) => station.number,
    },
    {
      id: 'name',
      title: 'Verkstadsnamn',
      isRowHeader: true,
      sorted: directionOf('name', ordering),
      cell: (station) => (
        <Link to={paths.serviceStation(station.id)} data-station={station.id}>
          {station.name}
        </Link>
      ),
    },
    { id: 'address', title: 'Adress', cell: (station) => unbroken(addressLine(station)) },
    { id: 'categories', title: 'Kategorier', cell: categoryWords },
    { id: 'company', title: 'Bolag', cell: (station) => station.company_name },
  ];
  return (
    <Table
      caption="Verkstäder. Knapparna i huvudet på tabellen ändrar ordningen."
      rows={stations}
      columns={columns}
      onSort={(column) => onSort(pressColumn(column === 'name' ? 'name' : 'number', ordering))}
    />
  );
}

/** The directory as cards, on phones. */
export function StationCards({ stations }: StationRowsProps) {
  return (
    <ul className={styles.cards}>
      {stations.map((station) => (
        <li key={station.id} className={styles.card}>
          <h2 className={styles.title}>
            <Link to={paths.serviceStation(station.id)} data-station={station.id}>
              {station.name}
            </Link>
          </h2>
          <dl className={styles.facts}>
            <Fact name="Verkstadsnr" value={station.number} />
            <Fact name="Adress" value={addressLine(station)} />
            <Fact name="Kategorier" value={categoryWords(station)} />
            <Fact name="Bolag" value={station.company_name} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{unbroken(value)}</dd>
    </div>
  );
}
