import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { serverClock } from '../clock/server-clock.ts';
import { isElsewhere } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { paths } from '../paths.ts';
import { announce } from '../ui/announce.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { showToast } from '../ui/toast.ts';
import { AuctionCardItem, type CardView } from './auction-card.tsx';
import styles from './auction-list.module.css';
import type { AuctionListFilter } from './auction-search.ts';
import { CardGroupHeading } from './card-group-heading.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { type AuctionListKind, auctionListQuery } from './list-query.ts';
import { OrderPill } from './order-pill.tsx';
import { useHeldPlaces } from './use-held-places.ts';
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

  const held = useHeldPlaces(cards, { kind, filter, isStale: isPlaceholderData });
  const count = held.groups.reduce((sum, group) => sum + group.cards.length, 0);
  const list = useRef<HTMLDivElement>(null);
  const askMore = useTellMore(list, count, hasMore, isPlaceholderData);
  useReturnToPlace(loaded > 0 && !isMissing);

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
          ? `Visar ${formatCount(count, 'auktion', 'auktioner')}, det finns fler`
          : formatCount(count, 'auktion', 'auktioner')}
        {isElsewhere(serverClock.now()) && '. Alla tider anges i svensk tid'}
      </p>
      {held.isOutOfOrder && !isPlaceholderData && (
        <OrderPill onPress={() => void tidy()} isPending={isTidying} />
      )}
      <div ref={list} className={styles.groups} data-stale={isPlaceholderData || undefined}>
        {held.groups.map(({ name, cards: own }, place) => (
          <div key={name} className={styles.group}>
            {name !== null && (
              <CardGroupHeading
                name={name}
                count={own.length}
                isPartial={hasMore && place === held.groups.length - 1}
              />
            )}
            <ul
              className={styles.list}
              aria-labelledby={name === null ? undefined : `group-${name}`}
            >
              {own.map((card, index) => (
                <li key={card.id} className={styles.item}>
                  <AuctionCardItem
                    card={card}
                    view={view}
                    isFirst={place === 0 && index < FIRST}
                    onAlertChange={onAlertChange}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {hasMore && (
        <div className={styles.more}>
          {isStuck && <p className={styles.failed}>Det gick inte att hämta fler auktioner.</p>}
          <Button
            onPress={() => {
              askMore();
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

const VIEWS = new Map<string, CardView>();

/** The same object for the same look, so that a card is not drawn again for nothing. */
function viewOf(kind: AuctionListKind, me: User): CardView {
  const isStation = may.actAsStation(me);
  const view: CardView = {
    showsState: may.manageAuctions(me),
    showsCompany: isStation || me.is_superuser,
    showsAlert: isStation && kind !== 'won',
    isGrouped: kind === 'mine',
    showsSteps: kind === 'won',
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
  list: { readonly current: HTMLElement | null },
  count: number,
  hasMore: boolean,
  isStale: boolean,
): () => void {
  const shown = useRef(count);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isStale) return;
    const before = shown.current;
    shown.current = count;
    // What an address asks for comes unasked.
    if (!isAsked.current || count <= before || list.current === null) return;
    isAsked.current = false;
    announce(
      count - before === 1 ? 'En ny auktion visas' : `${count - before} nya auktioner visas`,
    );
    if (!hasMore && isFocusLost()) linksOf(list.current)[before]?.focus();
  }, [list, count, hasMore, isStale]);
  return () => {
    isAsked.current = true;
  };
}

/** Whoever pressed what goes away goes on at the first card in view. */
function useFocusKept(list: { readonly current: HTMLElement | null }): () => void {
  const [turn, setTurn] = useState(0);
  useLayoutEffect(() => {
    if (turn === 0 || list.current === null || !isFocusLost()) return;
    const links = linksOf(list.current);
    const first = links.find((link) => link.getBoundingClientRect().top > 0) ?? links[0];
    first?.focus({ preventScroll: true });
  }, [turn, list]);
  return () => setTurn((before) => before + 1);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function linksOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('article :is(h2, h3) a')];
}
