import { EVENT_NAME } from '@restvarde/contract/security/event-kinds';
import { describeEvent } from '@restvarde/contract/security/event-words';
import {
  listSecurityEvents,
  type SecurityEvent,
} from '@restvarde/contract/security/security-events';
import { fullName } from '@restvarde/contract/users';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import { QueryError } from '../../../base/frame/query-error.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formatDateTime } from '../../../ui/format/dates.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import settings from '../parts/settings.module.css';
import styles from './security-log.module.css';
import type { SecuritySearch } from './security-search.ts';

const eventsQuery = (filter: SecuritySearch) =>
  infiniteQueryOptions({
    queryKey: ['security-events', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listSecurityEvents, { query: filter, signal, address: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** The matching events, newest first, and «Visa fler» (SEC-2). */
export function SecurityLog(props: { filter: SecuritySearch; namesCompany: boolean }) {
  const { filter, namesCompany } = props;
  const query = useInfiniteQuery({ ...eventsQuery(filter), placeholderData: keepPreviousData });
  const { data, hasNextPage, isPlaceholderData, isFetchingNextPage } = query;
  if (query.isPending) return <Skeleton height="24rem" radius="var(--radius-lg)" />;
  if (data === undefined) {
    return <QueryError query={query} />;
  }
  const events = data.pages.flatMap((page) => page.results);
  const count = formatCount(events.length, 'händelse', 'händelser');
  return (
    <section aria-busy={isPlaceholderData} className="stack gap-3">
      <p className={settings.detail} role="status">
        {hasNextPage ? `Visar ${count}, det finns fler` : count}
      </p>
      {events.length === 0 ? (
        <EmptyState title="Inga händelser">Inga händelser stämmer med filtren.</EmptyState>
      ) : (
        <div className={styles.list} data-stale={isPlaceholderData || undefined}>
          <ul className="stack surface" aria-label="Händelser, den senaste först">
            {events.map((event) => (
              <li key={event.id} className={settings.row}>
                <Event event={event} namesCompany={namesCompany} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasNextPage && (
        <div>
          <Button
            onPress={() => void query.fetchNextPage()}
            isPending={isFetchingNextPage}
            pendingLabel="Hämtar …"
          >
            {query.isFetchNextPageError ? 'Försök igen' : 'Visa fler'}
          </Button>
        </div>
      )}
    </section>
  );
}

function Event({ event, namesCompany }: { event: SecurityEvent; namesCompany: boolean }) {
  const { kind, person, actor, company_name, ip, browser } = event;
  const words = describeEvent(kind, event.details as never);
  const isOther = actor !== null && actor.id !== person?.id;
  const about = [
    person && fullName(person),
    isOther && `av ${fullName(actor)}`,
    namesCompany && company_name,
  ];
  return (
    <div className={settings.about}>
      <p className={settings.name}>
        <span>{EVENT_NAME[kind]}</span>
        {words !== '' && <span className={styles.what}>{words}</span>}
      </p>
      <p className={settings.detail}>{about.filter(Boolean).join(', ')}</p>
      <p className={`${settings.detail} dotted`}>
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>{' '}
        {browser !== '' && <span>{browser}</span>} {ip !== null && <span>{`IP ${ip}`}</span>}
      </p>
    </div>
  );
}
