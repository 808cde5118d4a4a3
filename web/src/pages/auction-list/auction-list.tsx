import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { QueryError } from '../../base/frame/query-error.tsx';
import { usePolling } from '../../base/live/connection.ts';
import type { AuctionListFilter } from '../../features/auctions/auction-search.ts';
import { countText } from '../../features/auctions/count-words.ts';
import { type AuctionListKind, auctionListQuery } from '../../features/auctions/list-query.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { isElsewhere } from '../../ui/format/dates.ts';
import { Later, lazyPart } from '../../ui/later.ts';
import styles from './auction-list.module.css';
import { AuctionCardItem, type CardView } from './card/auction-card.tsx';
import type { DoneRowsProps } from './card/done-rows.tsx';
import { CardGroupHeading } from './card-group-heading.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { useAnnounceMore, useAnnounceResult, useFocusKept } from './list-voice.ts';
import { NoAuctions } from './no-auctions.tsx';
import { useHeldPlaces } from './order/use-held-places.ts';
import type { ListView } from './rows/list-view.ts';
import { changeEverywhere } from './use-live-list.ts';

const doneRows = lazyPart<DoneRowsProps>(() => import('./card/done-rows.tsx'));
const auctionRows = lazyPart(() => import('./rows/auction-rows.tsx'));

/** The number of cards, across groups, whose pictures load eagerly. The others load near the viewport. */
const EAGER_PICTURES = 3;
/** All cards are rendered and the scroll position is restored by then. */
const SETTLED_MS = 1000;
/** Two rows in a window of 1280 × 800; the rest renders afterwards. */
const FIRST_SCREEN_CARDS = 8;

export interface AuctionListProps {
  kind: AuctionListKind;
  filter: AuctionListFilter;
  /** The number of pages in the URL (LIST-9). */
  page_count: number;
  /** The total, possibly capped. Null if it has not been counted yet. */
  total: number | null;
  onMore: () => void;
  /** Cards, or rows for staff (LIST-14). */
  listView: ListView;
  onSort: (ordering: AuctionListFilter['ordering']) => void;
  /** Removes all filters. Null if none is set. */
  onClear: (() => void) | null;
  me: User;
}

/** The cards of a list, and «Visa fler» (LIST-1, LIST-4). */
export function AuctionList(props: AuctionListProps) {
  const { kind, filter, page_count, total, onMore, listView, onSort, onClear, me } = props;
  const listQuery = auctionListQuery(kind, filter);
  const query = useInfiniteQuery({
    ...listQuery,
    ...usePolling(),
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } = query;
  const loaded = data?.pages.length ?? 0;
  const cards = data?.pages.slice(0, page_count).flatMap((page) => page.results) ?? [];
  const isMissing = loaded < page_count && hasNextPage && !isPlaceholderData;
  const hasMore = loaded > page_count || hasNextPage;

  // Fetch the missing pages in sequence. Do not start while a refetch is running: one would abort the other.
  const isStuck = query.isFetchNextPageError;
  useEffect(() => {
    if (loaded > 0 && isMissing && !isFetching && !isStuck) void fetchNextPage();
  }, [loaded, isMissing, isFetching, isStuck, fetchNextPage]);

  const held = useHeldPlaces(cards, { kind, filter, isStale: isPlaceholderData });
  const ordered = held.groups.flatMap((group) => group.cards);
  const count = ordered.length;
  const eagerIds = ordered.slice(0, EAGER_PICTURES).map(({ id }) => id);
  const list = useRef<HTMLDivElement>(null);
  const announceNext = useAnnounceMore(list, count, hasMore, isPlaceholderData);
  useAnnounceResult(hashKey(listQuery.queryKey), count, hasMore, isPlaceholderData);
  const isReturn = useReturnToPlace(loaded > 0 && !isMissing);
  const isWhole = useDeferredValue(true, isReturn);
  const isSettled = useSettled(isWhole ? count : 0);

  // Keep the identity, so that unchanged cards do not render again.
  const view = useMemo(() => viewOf(kind, me), [kind, me]);
  const client = useQueryClient();
  const onAlertChange = useCallback(
    (id: number, has_active_alert: boolean) =>
      changeEverywhere(client, id, (card) => ({ ...card, has_active_alert })),
    [client],
  );

  const [isTidying, setTidying] = useState(false);
  const keepFocus = useFocusKept(list);
  async function tidy() {
    setTidying(true);
    const { isError } = await query.refetch();
    setTidying(false);
    if (isError) {
      showToast({ tone: 'danger', text: 'Det gick inte att uppdatera listan. Försök igen.' });
      return;
    }
    keepFocus();
    held.release();
    announce('Ordningen är uppdaterad');
  }

  if (query.isPending) return <CardSkeletons />;
  if (query.isError && loaded === 0) {
    return <QueryError query={query} title="Auktionerna kunde inte hämtas" />;
  }
  if (cards.length === 0) return <NoAuctions {...{ kind, onClear, me }} searched={filter.q} />;

  return (
    <section aria-busy={isPlaceholderData} className={`stack ${styles.part}`}>
      <p className="quiet">{`${countText(count, hasMore, total)}${isElsewhere(serverClock.now()) ? '. Alla tider anges i svensk tid' : ''}`}</p>
      {held.isOutOfOrder && !isPlaceholderData && (
        <OrderPill onPress={() => void tidy()} isPending={isTidying} />
      )}
      <div
        ref={list}
        className={styles.groups}
        data-stale={isPlaceholderData || undefined}
        data-settled={isSettled || undefined}
      >
        {held.groups.map(({ name, cards: own }, groupIndex) => (
          <div key={name} className="stack gap-3">
            {name !== null && (
              <CardGroupHeading
                name={name}
                count={own.length}
                isPartial={hasMore && groupIndex === held.groups.length - 1}
              />
            )}
            {listView === 'rows' ? (
              <Later
                part={auctionRows}
                of={{ cards: own, ordering: filter.ordering, onSort, company: filter.company }}
                fallback={<Skeleton height="32rem" />}
              />
            ) : name === 'done' ? (
              <Later
                part={doneRows}
                of={{ cards: own, list: kind }}
                fallback={<Skeleton height="12rem" />}
              />
            ) : (
              <ul
                className={styles.list}
                aria-labelledby={name === null ? undefined : `group-${name}`}
              >
                {(isWhole ? own : own.slice(0, FIRST_SCREEN_CARDS)).map((card) => (
                  <li key={card.id} className={`stack ${styles.item}`}>
                    <AuctionCardItem
                      card={card}
                      view={view}
                      loadsEagerly={eagerIds.includes(card.id)}
                      onAlertChange={onAlertChange}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
      {hasMore && (
        <div className={styles.more}>
          {isStuck && <p className={styles.failed}>Det gick inte att hämta fler auktioner.</p>}
          <Button
            onPress={() => {
              announceNext();
              if (isStuck) void fetchNextPage();
              else onMore();
            }}
            isPending={isMissing && (isFetching || !isStuck)}
            pendingLabel="Hämtar …"
          >
            {isStuck ? 'Försök igen' : 'Visa fler'}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Returns whether the number of cards has been stable for a while, so that each has been laid out once. */
function useSettled(count: number): boolean {
  const [settled, setSettled] = useState(0);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLED_MS, count);
    return () => clearTimeout(timer);
  }, [count]);
  return count > 0 && settled === count;
}

function viewOf(kind: AuctionListKind, me: User): CardView {
  const isStation = may.actAsStation(me);
  return {
    list: kind,
    showsState: may.manageAuctions(me),
    showsCompany: isStation || me.is_superuser,
    showsAlert: isStation && kind !== 'won',
    isGrouped: kind !== 'all',
    showsSteps: kind === 'won',
  };
}

/** Shown when the order has changed; the list is reordered only when it is pressed (LIST-7). */
function OrderPill(props: { onPress: () => void; isPending: boolean }) {
  useEffect(() => announce('Ordningen har ändrats'), []);
  return (
    <div className={styles.pill}>
      <Button
        variant="primary"
        size="sm"
        icon={<RefreshCw size={16} />}
        onPress={props.onPress}
        isPending={props.isPending}
        pendingLabel="Uppdaterar …"
      >
        Ordningen har ändrats – uppdatera
      </Button>
    </div>
  );
}

/**
 * Restores the scroll position of this URL when its content is loaded again (LIST-9). The router does so if the page
 * renders at once; after a reload the list must be fetched first. Returns whether there is a position to restore.
 */
function useReturnToPlace(isComplete: boolean): boolean {
  const entry = useElementScrollRestoration({ getElement: () => window });
  const [place] = useState(() => ({ y: entry?.scrollY ?? 0, wasComplete: isComplete }));
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (!isComplete || isDone.current) return;
    isDone.current = true;
    // The router scrolled as far as the page allowed at that time.
    if (!place.wasComplete && window.scrollY < place.y) window.scrollTo(0, place.y);
  }, [isComplete, place]);
  return place.y > 0;
}
