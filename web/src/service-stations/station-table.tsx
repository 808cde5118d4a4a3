import type { ServiceStation } from '@restvarde/contract/service-stations';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { paths } from '../paths.ts';
import { addressText, categoryWords } from './station-draft.ts';
import styles from './station-list.module.css';
import { directionOf, pressColumn, type StationOrdering } from './station-search.ts';

export interface StationRowsProps {
  stations: readonly ServiceStation[];
}

export interface StationTableProps extends StationRowsProps {
  ordering: StationOrdering | undefined;
  onSort: (ordering: StationOrdering | undefined) => void;
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

/** The directory where there is room for columns (STN-1). */
export function StationTable({ stations, ordering, onSort }: StationTableProps) {
  const sorting = (column: 'number' | 'name', title: string) => {
    const direction = directionOf(column, ordering);
    const Icon = ICONS[direction];
    return (
      <th scope="col" aria-sort={direction} className={styles[column]}>
        <button
          type="button"
          className={styles.sorter}
          onClick={() => onSort(pressColumn(column, ordering))}
        >
          {title}
          <Icon aria-hidden="true" size={16} data-is={direction} />
        </button>
      </th>
    );
  };
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">
        Verkstäder. Knapparna i huvudet på tabellen ändrar ordningen.
      </caption>
      <thead className={styles.head}>
        <tr>
          {sorting('number', 'Verkstadsnr')}
          {sorting('name', 'Verkstadsnamn')}
          <th scope="col">Adress</th>
          <th scope="col">Kategorier</th>
          <th scope="col">Bolag</th>
        </tr>
      </thead>
      <tbody>
        {stations.map((station) => (
          <tr key={station.id}>
            <td className={styles.number}>{station.number}</td>
            <th scope="row" className={styles.name}>
              <Link to={paths.serviceStation(station.id)} data-station={station.id}>
                {station.name}
              </Link>
            </th>
            <td>{addressText(station)}</td>
            <td>{categoryWords(station)}</td>
            <td>{station.company_name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same on a phone: a card for each. */
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
            <Fact name="Adress" value={addressText(station)} />
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
      <dd>{value}</dd>
    </div>
  );
}
