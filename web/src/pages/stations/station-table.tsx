import { addressLine, type ServiceStation } from '@restvarde/contract/service-stations';
import { fullName } from '@restvarde/contract/users';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/urls/paths.ts';
import {
  directionOf,
  pressColumn,
  type StationOrdering,
} from '../../features/stations/station-search.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Table, type TableColumn } from '../../ui/display/table.tsx';
import { formatWhen } from '../../ui/format/dates.ts';
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
    { id: 'contact', title: 'Kontakt', cell: (station) => <Contact station={station} /> },
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
    <ul className="stack gap-3">
      {stations.map((station) => (
        <li key={station.id} className={`surface ${styles.card}`}>
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
          <Contact station={station} />
        </li>
      ))}
    </ul>
  );
}

/** The contact, the phone number, and when somebody logged in (STN-12). For users who may edit the station. */
function Contact({ station }: { station: ServiceStation }) {
  const { user, phone, can_edit } = station;
  if (!can_edit) return null;
  return (
    <div className={styles.contact}>
      {user === null ? (
        <span>Ingen kontaktperson</span>
      ) : (
        <a href={`mailto:${user.email}`}>{fullName(user)}</a>
      )}
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      {station.contact_lacks_password ? (
        <span className={styles.lacks}>Har inte valt lösenord</span>
      ) : (
        station.contact_logged_in_at !== null && (
          <span className="quiet">
            {`Inloggad ${formatWhen(station.contact_logged_in_at, serverClock.now())}`}
          </span>
        )
      )}
    </div>
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
