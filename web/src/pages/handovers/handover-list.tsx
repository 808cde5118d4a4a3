import { LIVE_PATH } from '@restvarde/contract/live';
import { gateAnswer, type Handover } from '@restvarde/contract/sale-calls/handovers';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CarFront, KeyRound } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { QueryError } from '../../base/frame/query-error.tsx';
import { usePolling } from '../../base/live/connection.ts';
import { useLive } from '../../base/live/use-live.ts';
import { paths } from '../../base/urls/paths.ts';
import {
  HANDOVERS,
  type HandoverSearch,
  handoversQuery,
} from '../../features/sales/handovers-query.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { ValueList } from '../../ui/display/value-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatWhen } from '../../ui/format/dates.ts';
import { useMedia } from '../../ui/use-media.ts';
import { DayTitle } from './day-title.tsx';
import { FreeStorage } from './free-storage.tsx';
import { GateAnswer } from './gate.tsx';
import { handoverDays, isPastFree } from './handover-days.ts';
import { HandoverTable } from './handover-table.tsx';
import styles from './handovers.module.css';

const HandOverDialog = lazy(() => import('../../features/sales/collection/hand-over-dialog.tsx'));

/** A yard sees no auctions and gets no live messages, so its list is polled. */
const POLL_MS = 20_000;

/**
 * The objects that wait or have been collected, and «Visa fler». A yard sees no auctions, so its rows are not links.
 */
export function HandoverList(props: {
  filter: HandoverSearch;
  isYard: boolean;
  /** The object of the code has been handed over. */
  onFound: () => void;
}) {
  const { filter, isYard, onFound } = props;
  const query = useInfiniteQuery({
    ...handoversQuery(filter),
    // The rows stay until those of another search are there.
    placeholderData: keepPreviousData,
    ...usePolling(),
    refetchInterval: isYard ? POLL_MS : false,
  });
  useLiveHandovers(isYard);
  const isWide = useMedia('(min-width: 64em)');
  const [giving, setGiving] = useState<Handover | null>(null);
  if (query.isPending) return <Waiting />;
  if (query.data === undefined) {
    return <QueryError query={query} title="Utlämningarna kunde inte hämtas" />;
  }
  const rows = query.data.pages.flatMap((page) => page.results);
  const found = filter.q === undefined ? undefined : rows.find(({ code_matches }) => code_matches);
  if (filter.q !== undefined && found !== undefined) {
    return <GateAnswer key={found.auction_id} row={found} code={filter.q} onDone={onFound} />;
  }
  const days = handoverDays(rows, serverClock.now());
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={emptyTitle(filter)} icon={<CarFront size={28} strokeWidth={1.75} />}>
          {filter.state === undefined &&
            filter.q === undefined &&
            'Här visas sålda objekt när vinnaren är meddelad.'}
        </EmptyState>
      ) : isWide ? (
        <HandoverTable days={days} isYard={isYard} onHandOver={setGiving} />
      ) : (
        days.map((day) => (
          <section key={day.date} className="stack gap-3">
            <DayTitle day={day} />
            <ul className={styles.list}>
              {day.rows.map((row) => (
                <li key={row.auction_id} className={`surface stack gap-4 ${styles.card}`}>
                  <HandoverCard row={row} isYard={isYard} onHandOver={() => setGiving(row)} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      {query.hasNextPage && (
        <Button
          onPress={() => void query.fetchNextPage()}
          isPending={query.isFetchingNextPage}
          pendingLabel="Hämtar …"
        >
          Visa fler
        </Button>
      )}
      {giving !== null && (
        <Suspense fallback={null}>
          <HandOverDialog
            object={{ ...giving, id: giving.auction_id }}
            mayOmitCode={!isYard}
            onClose={() => setGiving(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function emptyTitle({ q, state }: HandoverSearch): string {
  if (q !== undefined) return 'Inget objekt som väntar har den koden eller det numret';
  return state === undefined ? 'Inget väntar på att hämtas' : 'Inget är utlämnat';
}

function Waiting() {
  return (
    <div className={styles.list} aria-busy="true">
      <p className="visually-hidden" role="status">
        Hämtar utlämningarna
      </p>
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} height="13rem" radius="var(--radius-lg)" />
      ))}
    </div>
  );
}

/** Changes within this time cause one fetch. */
const BATCH_MS = 500;

/** Refetches the list when a sale changes. Only staff get live messages about all of its sales (PICK-7). */
function useLiveHandovers(isYard: boolean): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const fetchSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: HANDOVERS });
    }, BATCH_MS);
  };
  useLive(isYard ? null : LIVE_PATH.auctions, {
    onMessage: ({ facts_changed }) => facts_changed && fetchSoon(),
    onReady: fetchSoon,
  });
}

/** The card of an object to collect: the object, the visitor, the time, and the handover (PICK-7). */
function HandoverCard(props: { row: Handover; isYard: boolean; onHandOver: () => void }) {
  const { row, isYard, onHandOver } = props;
  const name = `${row.manufacturer} ${row.model}`;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.picture}>
          {row.thumb === null ? (
            <CarFront size={28} strokeWidth={1.75} />
          ) : (
            <img className="cover" src={row.thumb} alt="" loading="lazy" />
          )}
        </div>
        <div className={styles.what}>
          <p className={styles.plate}>{row.registration_number || row.chassis_number}</p>
          <h3>{isYard ? name : <Link to={paths.auction(row.auction_id)}>{name}</Link>}</h3>
          <p className="quiet">{row.number}</p>
        </div>
      </div>
      <ValueList rows={factsOf(row, isYard)} />
      {row.state !== 'handed_over' &&
        (row.may_be_released ? (
          <Button
            variant="primary"
            icon={<KeyRound size={20} />}
            onPress={onHandOver}
            aria-label={`Lämna ut ${name}`}
            isWide
          >
            Lämna ut
          </Button>
        ) : (
          <Notice tone="danger">{gateAnswer(row)}</Notice>
        ))}
    </>
  );
}

function factsOf(row: Handover, isYard: boolean): (readonly [string, ReactNode])[] {
  const when = (at: string | null) => at && formatWhen(at, serverClock.now());
  const hasPlate = row.registration_number !== '';
  const isHandedOver = row.state === 'handed_over';
  return [
    ['Utlämnat', when(row.handed_over_at)],
    ['Hämtat av', row.collected_by],
    ['Hämtas', isHandedOver ? null : (when(row.booked_dt) ?? 'Ingen tid bokad')],
    ['Köparens meddelande', isHandedOver ? null : row.booked_note],
    ['Köpare', row.service_station_name],
    ['Finns på', isYard ? null : row.staging_area_name],
    ['Chassi.nr', hasPlate ? row.chassis_number : null],
    [
      'Fri lagring t.o.m.',
      isHandedOver ? null : (
        <FreeStorage key="free" date={row.free_until} isPast={isPastFree(row, serverClock.now())} />
      ),
    ],
  ];
}
