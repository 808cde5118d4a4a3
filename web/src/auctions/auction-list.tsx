import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { formatCount } from '../format/numbers.ts';
import { paths } from '../paths.ts';
import { announce } from '../ui/announce.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { AuctionCardItem, type CardView } from './auction-card.tsx';
import styles from './auction-list.module.css';
import type { AuctionListFilter } from './auction-search.ts';
import { CardSkeletons } from './card-skeletons.tsx';
import { type AuctionListKind, auctionListQuery } from './list-query.ts';
import { changeEverywhere } from './use-live-list.ts';
import { useReturnToPlace } from './use-return-to-place.ts';

/** A first screen's worth: their pictures do not wait to be scrolled to. */
const FIRST = 3;

export interface AuctionListProps {
  kind: AuctionListKind;
  filter: AuctionListFilter;
  /** How many pages the address asks for (LIST-9). */
  page_count: number;
  onMore: () => void;
  /** Lifts all filters; null when none is on. */
  onClear: (() => void) | null;
  me: User;
}

/** The cards of a list, and «Visa fler» (LIST-1, LIST-4). */
export function AuctionList(props: AuctionListProps) {
  const { kind, filter, page_count, onMore, onClear, me } = props;
  const query = useInfiniteQuery({
    ...auctionListQuery(kind, filter),
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } = query;
  const loaded = data?.pages.length ?? 0;
  const cards = data?.pages.slice(0, page_count).flatMap((page) => page.results) ?? [];
  const isMissing = loaded < page_count && hasNextPage && !isPlaceholderData;
  const hasMore = loaded > page_count || hasNextPage;

  // The address says how many pages there are; whatever lacks is fetched, one after the other. A refetch
  // that is under way is let be: it would be cut off by this, or this by it.
  const isStuck = query.isFetchNextPageError;
  useEffect(() => {
    if (loaded > 0 && isMissing && !isFetching && !isStuck) void fetchNextPage();
  }, [loaded, isMissing, isFetching, isStuck, fetchNextPage]);

  const list = useRef<HTMLUListElement>(null);
  useTellMore(list, cards.length, hasMore, isPlaceholderData);
  useReturnToPlace(loaded > 0 && !isMissing);

  const client = useQueryClient();
  const onAlertChange = useCallback(
    (id: number, has_active_alert: boolean) =>
      changeEverywhere(client, id, (card) => ({ ...card, has_active_alert })),
    [client],
  );

  if (query.isPending) return <CardSkeletons />;
  if (query.isError && loaded === 0) {
    const told = query.error instanceof ApiError ? query.error : null;
    return (
      <ErrorState
        title="Auktionerna kunde inte hämtas"
        message={told?.message}
        request_id={told?.request_id}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (cards.length === 0) return <NoAuctions kind={kind} onClear={onClear} me={me} />;

  const view = viewOf(kind, me);
  return (
    <section aria-label="Auktioner" aria-busy={isPlaceholderData} className={styles.part}>
      <p className={styles.count} role="status">
        {hasMore
          ? `Visar ${formatCount(cards.length, 'auktion', 'auktioner')}, det finns fler`
          : formatCount(cards.length, 'auktion', 'auktioner')}
      </p>
      <ul ref={list} className={styles.list} data-stale={isPlaceholderData || undefined}>
        {cards.map((card, index) => (
          <li key={card.id} className={styles.item}>
            <AuctionCardItem
              card={card}
              view={view}
              isFirst={index < FIRST}
              onAlertChange={onAlertChange}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className={styles.more}>
          {isStuck && <p className={styles.failed}>Det gick inte att hämta fler auktioner.</p>}
          <Button
            onPress={isStuck ? () => void fetchNextPage() : onMore}
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

const VIEWS = new Map<string, CardView>();

/** The same object for the same look, so that a card is not drawn again for nothing. */
function viewOf(kind: AuctionListKind, me: User): CardView {
  const isStation = may.actAsStation(me);
  const view: CardView = {
    showsState: may.manageAuctions(me),
    showsCompany: isStation || me.is_superuser,
    showsAlert: isStation && kind !== 'won',
  };
  const key = JSON.stringify(view);
  if (!VIEWS.has(key)) VIEWS.set(key, view);
  return VIEWS.get(key) ?? view;
}

function NoAuctions({ kind, onClear, me }: Pick<AuctionListProps, 'kind' | 'onClear' | 'me'>) {
  if (onClear !== null) {
    return (
      <EmptyState
        title="Inga auktioner"
        action={
          <Button
            onPress={() => {
              onClear();
              // The button goes with the filters.
              document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
            }}
          >
            Rensa filter
          </Button>
        }
      >
        Inga auktioner stämmer med de filter som är på.
      </EmptyState>
    );
  }
  if (kind === 'won') {
    return (
      <EmptyState title="Inga auktioner">
        Här kommer de auktioner som du har vunnit, när handläggaren har meddelat dig.
      </EmptyState>
    );
  }
  if (kind === 'mine') {
    return (
      <EmptyState
        title="Inga auktioner"
        action={<Link to={paths.auctions}>Se alla auktioner</Link>}
      >
        Här kommer de auktioner som du bjuder på eller bevakar.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Inga auktioner">
      {may.actAsStation(me) &&
        'Just nu pågår ingen auktion för dig. Du får e-post när ett nytt objekt läggs ut.'}
    </EmptyState>
  );
}

/** After «Visa fler»: says how many came, and keeps the place when the button is gone (LIST-4). */
function useTellMore(
  list: { readonly current: HTMLUListElement | null },
  count: number,
  hasMore: boolean,
  isStale: boolean,
) {
  const shown = useRef(count);
  useEffect(() => {
    if (isStale) return;
    const before = shown.current;
    shown.current = count;
    if (before === 0 || count <= before || list.current === null) return;
    announce(
      count - before === 1 ? 'En ny auktion visas' : `${count - before} nya auktioner visas`,
    );
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!hasMore && isLost) {
      list.current.children[before]?.querySelector<HTMLElement>('h2 a')?.focus();
    }
  }, [list, count, hasMore, isStale]);
}
