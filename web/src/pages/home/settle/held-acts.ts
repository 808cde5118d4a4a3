/** How long an act is held, so that it can be undone. */
export const HELD_MS = 10_000;

/** An act on a sale that has not been sent. */
export interface HeldAct {
  auction_id: number;
  /** What happens, about the object: «Volvo V60, NS-12, läggs upp på nytt.» */
  text: string;
  /** Sends the act. Rejects with the reason of a refusal. */
  send: () => Promise<unknown>;
}

export interface HeldActs {
  /** Acts that can be undone, the newest last. */
  waiting: readonly HeldAct[];
  /** The auctions whose acts are sent or done. Their cars are not shown. */
  settled: ReadonlySet<number>;
  /** The reasons of refused acts, by auction. */
  refused: ReadonlyMap<number, string>;
}

const NONE: HeldActs = { waiting: [], settled: new Set(), refused: new Map() };

/**
 * Holds acts for ten seconds, each with its own time, before they are sent (HOME-8). `flush` sends all at once, when
 * the user leaves. A refused act is remembered by its reason until the auction is acted on again.
 */
export function openHeldActs(parts: {
  onSent: (auction_id: number) => void;
  onRefused: (act: HeldAct, reason: string) => void;
}) {
  let state = NONE;
  const listeners = new Set<() => void>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();

  function change(next: Partial<HeldActs>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function take(act: HeldAct) {
    clearTimeout(timers.get(act.auction_id));
    timers.delete(act.auction_id);
    change({ waiting: state.waiting.filter((one) => one !== act) });
  }

  async function send(act: HeldAct) {
    const { auction_id } = act;
    take(act);
    change({ settled: new Set(state.settled).add(auction_id) });
    try {
      await act.send();
      parts.onSent(auction_id);
    } catch (error) {
      const settled = new Set(state.settled);
      settled.delete(auction_id);
      const reason = (error as Error).message;
      change({ settled, refused: new Map(state.refused).set(auction_id, reason) });
      parts.onRefused(act, reason);
    }
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Forgets what was done and refused before. */
    begin() {
      change({ settled: new Set(), refused: new Map() });
    },
    hold(act: HeldAct) {
      const refused = new Map(state.refused);
      refused.delete(act.auction_id);
      change({ refused, waiting: [...state.waiting, act] });
      timers.set(
        act.auction_id,
        setTimeout(() => void send(act), HELD_MS),
      );
    },
    /** Drops the newest act. Returns it, or null if none waits. */
    undo(): HeldAct | null {
      const act = state.waiting.at(-1);
      if (act === undefined) return null;
      take(act);
      return act;
    },
    /** Sends all that waits. Requests begin before it returns; the promise resolves when all are answered. */
    async flush(): Promise<void> {
      await Promise.all(state.waiting.map(send));
    },
  };
}
