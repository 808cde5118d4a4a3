import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Todo } from '@restvarde/contract/statistics';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleCheck, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { QueryError } from '../../base/frame/query-error.tsx';
import { paths } from '../../base/urls/paths.ts';
import { auctionQuery } from '../../features/auctions/auction-query.ts';
import { readCompanySearch } from '../../features/auctions/auction-search.ts';
import { AUCTION_LISTS } from '../../features/auctions/list-key.ts';
import { bidsQuery } from '../../features/bidding/bids-query.ts';
import { beforeLogOut } from '../../features/users/log-out.ts';
import { meQuery } from '../../features/users/queries.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { type HeldAct, openHeldActs } from './settle/held-acts.ts';
import styles from './settle/settle.module.css';
import { heldAct, type Offered, type SettleKey } from './settle/settle-acts.ts';
import { SettleCar } from './settle/settle-car.tsx';
import { toSettle } from './todo/todo-kinds.ts';
import { MAX_TODOS, todoQuery } from './todo/todo-query.ts';

/** The settle mode: the auctions that wait for a decision about the winner, one at a time (HOME-7, HOME-8). */
export default function SettlePage() {
  const { company } = readCompanySearch(useSearch({ strict: false }));
  const { data: me } = useQuery(meQuery);
  const options = todoQuery(company);
  const query = useQuery(options);
  const { data, error } = query;
  const acts = useHeldActs(options.queryKey);
  const { waiting, settled, refused } = useSyncExternalStore(acts.subscribe, acts.get);
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [pinned, setPinned] = useState<Todo | null>(null);
  const client = useQueryClient();

  const isHeld = (id: number) =>
    settled.has(id) || waiting.some(({ auction_id }) => auction_id === id);
  const open = toSettle(data ?? []).filter(
    ({ auction_id: id }) => !isHeld(id) && !skipped.has(id) && id !== pinned?.auction_id,
  );
  // The car on the screen stays, whatever the list says, until it is acted on.
  const current = pinned ?? open[0] ?? null;
  if (current !== pinned) setPinned(current);
  const next = open.find((todo) => todo !== current) ?? null;
  const left = open.length + (pinned === null ? 0 : 1);

  // The next car comes at once.
  const nextId = next?.auction_id ?? null;
  useEffect(() => {
    if (nextId === null) return;
    void client.prefetchInfiniteQuery(bidsQuery(nextId));
    void client.ensureQueryData(auctionQuery(nextId)).then(
      ({ sizes }) => {
        if (sizes !== null) new Image().src = sizes.detail;
      },
      () => {},
    );
  }, [client, nextId]);

  function settle(auction: Auction, key: Exclude<SettleKey, 's'>, offered?: Offered) {
    if (current === null) return;
    const act = heldAct(auction, current, key, offered);
    acts.hold(act);
    announce(act.text);
    setPinned(next);
  }

  function skip() {
    if (current === null) return;
    setSkipped(new Set(skipped).add(current.auction_id));
    setPinned(next);
  }

  function undo() {
    const act = acts.undo();
    if (act === null) return;
    announce('Beslutet är ångrat.');
    const todo = data?.find(({ auction_id }) => auction_id === act.auction_id);
    if (todo !== undefined) setPinned(todo);
  }

  return (
    <Page
      title="Avgör"
      actions={
        <>
          {current !== null && (
            <span className={styles.count}>
              {`${formatCount(left, 'kvar', 'kvar')}${(data?.length ?? 0) >= MAX_TODOS ? ' eller fler' : ''}`}
            </span>
          )}
          <Link to={paths.home} search={{ company }} className={buttonClass({ size: 'sm' })}>
            Till Hem
          </Link>
        </>
      }
    >
      <Held newest={waiting.at(-1)} count={waiting.length} onUndo={undo} />
      {data === undefined && error !== null ? (
        <QueryError query={query} />
      ) : data === undefined ? (
        <Skeleton height="100svh" radius="var(--radius-lg)" />
      ) : current !== null ? (
        <SettleCar
          key={current.auction_id}
          todo={current}
          reason={refused.get(current.auction_id)}
          showsCompany={me?.is_superuser === true && company === undefined}
          onAct={settle}
          onSkip={skip}
          onUndo={undo}
        />
      ) : (
        <Done skipped={skipped.size} onAgain={() => setSkipped(new Set())} onUndo={undo} />
      )}
    </Page>
  );
}

/** The acts of this page. They are sent when the user leaves it, in whatever way (HOME-8). */
function useHeldActs(todoKey: readonly unknown[]) {
  const client = useQueryClient();
  const [acts] = useState(() => {
    let isMounted = true;
    let closeToast = () => {};
    const failed: HeldAct[] = [];
    const held = openHeldActs({
      onSent(auction_id) {
        client.setQueryData<Todo[]>(todoKey, (before) =>
          before?.filter((todo) => todo.auction_id !== auction_id),
        );
        void client.invalidateQueries({ queryKey: auctionQuery(auction_id).queryKey });
        const isDone = toSettle(client.getQueryData<Todo[]>(todoKey) ?? []).length === 0;
        if (!isMounted || isDone) void client.invalidateQueries({ queryKey: todoKey });
        for (const queryKey of [['statistics'], AUCTION_LISTS])
          void client.invalidateQueries({ queryKey, refetchType: isMounted ? 'none' : 'active' });
      },
      onRefused(act, reason) {
        failed.push(act);
        closeToast();
        const text =
          failed.length === 1
            ? `Sparades inte: ${act.text} ${reason}`
            : `${failed.length} beslut sparades inte. Objekten är kvar att avgöra.`;
        closeToast = showToast({ tone: 'danger', text });
        void client.invalidateQueries({ queryKey: auctionQuery(act.auction_id).queryKey });
        void client.invalidateQueries({ queryKey: todoKey });
      },
    });
    return {
      ...held,
      leave() {
        isMounted = false;
        void held.flush();
      },
      enter() {
        isMounted = true;
      },
    };
  });
  useEffect(() => {
    acts.enter();
    const flush = () => acts.flush();
    const hide = () => {
      if (document.visibilityState === 'hidden') void acts.flush();
    };
    const removeFlush = beforeLogOut(flush);
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeFlush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hide);
      acts.leave();
    };
  }, [acts]);
  return acts;
}

/** The newest act that can be undone. Its height is reserved. */
function Held(props: { newest: HeldAct | undefined; count: number; onUndo: () => void }) {
  const { newest, count, onUndo } = props;
  return (
    <div className={styles.held}>
      {newest !== undefined && (
        <div key={newest.auction_id} className={`row gap-4 ${styles.act}`}>
          <p>
            <span>{newest.text}</span>
            {count > 1 && <span className="quiet">{` ${count - 1} till väntar.`}</span>}
          </p>
          <Button size="sm" onPress={onUndo} icon={<Undo2 size={18} />}>
            <span>Ångra</span>{' '}
            <span className={styles.key} aria-hidden="true">
              Z
            </span>
          </Button>
          <span className={styles.time} aria-hidden="true" />
        </div>
      )}
    </div>
  );
}

/** Nothing is left to settle. */
function Done(props: { skipped: number; onAgain: () => void; onUndo: () => void }) {
  const { skipped, onAgain, onUndo } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section
      className={styles.done}
      aria-labelledby="settle-done"
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'z' && !event.repeat) onUndo();
      }}
    >
      <CircleCheck size={32} />
      <h2 id="settle-done" ref={heading} tabIndex={-1}>
        {skipped === 0 ? 'Allt är avgjort.' : `Klart, utom ${skipped} som du hoppade över.`}
      </h2>
      {skipped > 0 && <Button onPress={onAgain}>Gå igenom de överhoppade</Button>}
    </section>
  );
}
