import type { Handover } from '@restvarde/contract/sale-calls/handovers';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Table, type TableColumn } from '../../ui/display/table.tsx';
import { formatTime } from '../../ui/format/dates.ts';
import { DayTitle } from './day-title.tsx';
import { FreeStorage } from './free-storage.tsx';
import { type HandoverDay, isPastFree } from './handover-days.ts';
import styles from './handovers.module.css';

type Row = Handover & { id: number };

/** The objects as rows below the heading of their day, in a wide window (PICK-7, PICK-16). */
export function HandoverTable(props: {
  days: readonly HandoverDay[];
  isYard: boolean;
  onHandOver: (row: Handover) => void;
}) {
  const { days, isYard, onHandOver } = props;
  const isHandedOver = days[0]?.rows[0]?.state === 'handed_over';
  return (
    <Table<Row>
      caption={isHandedOver ? 'Utlämnade' : 'Väntar'}
      isDense
      columns={isHandedOver ? handedOverColumns(isYard) : waitingColumns(isYard, onHandOver)}
      rows={days.flatMap((day) => day.rows.map((row) => ({ ...row, id: row.auction_id })))}
      groupAt={({ id }) => {
        const day = days.find(({ rows }) => rows[0]?.auction_id === id);
        return day && <DayTitle day={day} />;
      }}
    />
  );
}

const picture: TableColumn<Row> = {
  id: 'picture',
  title: 'Bild',
  isTitleHidden: true,
  cell: (row) => (
    <span className={styles.small}>
      {row.thumb !== null && <img className="cover" src={row.thumb} alt="" loading="lazy" />}
    </span>
  ),
};

const plate: TableColumn<Row> = {
  id: 'plate',
  title: 'Reg.nr',
  cell: (row) => <strong>{row.registration_number || row.chassis_number}</strong>,
};

const vehicle = (isYard: boolean): TableColumn<Row> => ({
  id: 'vehicle',
  title: 'Objekt',
  isRowHeader: true,
  cell: (row) => {
    const name = `${row.manufacturer} ${row.model}`;
    return (
      <>
        {isYard ? <span>{name}</span> : <Link to={paths.auction(row.auction_id)}>{name}</Link>}{' '}
        <span className={`quiet ${styles.unbroken}`}>{row.number}</span>
      </>
    );
  },
});

const buyer: TableColumn<Row> = {
  id: 'buyer',
  title: 'Köpare',
  isText: true,
  cell: (row) => row.service_station_name,
};

const place = (isYard: boolean): TableColumn<Row>[] =>
  isYard
    ? []
    : [{ id: 'place', title: 'Finns på', isText: true, cell: (row) => row.staging_area_name }];

const waitingColumns = (
  isYard: boolean,
  onHandOver: (row: Handover) => void,
): TableColumn<Row>[] => [
  {
    id: 'time',
    title: 'Tid',
    cell: (row) => (row.booked_dt === null ? '–' : formatTime(row.booked_dt)),
  },
  picture,
  plate,
  vehicle(isYard),
  buyer,
  { id: 'note', title: 'Meddelande', isText: true, cell: (row) => row.booked_note },
  ...place(isYard),
  {
    id: 'free',
    title: 'Fri lagring t.o.m.',
    cell: (row) => (
      <FreeStorage date={row.free_until} isPast={isPastFree(row, serverClock.now())} />
    ),
  },
  {
    id: 'act',
    title: 'Lämna ut',
    isTitleHidden: true,
    cell: (row) =>
      row.may_be_released ? (
        <span className={styles.unbroken}>
          <Button
            size="sm"
            aria-label={`Lämna ut ${row.manufacturer} ${row.model}`}
            onPress={() => onHandOver(row)}
          >
            Lämna ut
          </Button>
        </span>
      ) : (
        <span className={styles.unpaid}>Ej betald</span>
      ),
  },
];

const handedOverColumns = (isYard: boolean): TableColumn<Row>[] => [
  {
    id: 'time',
    title: 'Tid',
    cell: (row) => (row.handed_over_at === null ? '' : formatTime(row.handed_over_at)),
  },
  picture,
  plate,
  vehicle(isYard),
  buyer,
  { id: 'collector', title: 'Hämtat av', isText: true, cell: (row) => row.collected_by },
  ...place(isYard),
];
