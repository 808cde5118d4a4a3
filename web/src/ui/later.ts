import { type ComponentType, useEffect, useState } from 'react';

/** By then what the scripts add to the first view has been asked for. */
const VIEW_MS = 300;

let firstView: Promise<void> | null = null;

/**
 * Fetches what the first view does without, once that has come. What fails here is asked for again, and told,
 * when it is needed.
 */
export function fetchLater(load: () => Promise<unknown>): void {
  firstView ??= new Promise((resolve) => {
    setTimeout(resolve, VIEW_MS);
  });
  void firstView.then(load).catch(() => {});
}

/** A part of the page with a script of its own. */
export interface Later<Props> {
  /** The part, once it has come. */
  part: ComponentType<Props> | null;
  /** Asks for it, again if it did not come. */
  load: () => Promise<void>;
}

/** For `useLater`. */
export function later<Props>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
): Later<Props> {
  let coming: Promise<void> | null = null;
  const made: Later<Props> = {
    part: null,
    load() {
      coming ??= fetch().then(
        (module) => {
          made.part = module.default;
        },
        (error) => {
          coming = null;
          throw error;
        },
      );
      return coming;
    },
  };
  return made;
}

/**
 * A part of the page, or null until it has come: no page waits for it. `lazy` would suspend what is around it,
 * which a first view pays for with drawing it twice. One that `isNeeded` is asked for at once, and if it does
 * not come that is the page's failure.
 */
export function useLater<Props>(
  made: Later<Props>,
  isNeeded: boolean,
): ComponentType<Props> | null {
  const [, redraw] = useState({});
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  if (failure !== null) throw failure.error;
  const isLacking = made.part === null;
  useEffect(() => {
    if (!isLacking) return;
    let isGone = false;
    const show = () => isGone || redraw({});
    const fail = (error: unknown) => isGone || setFailure({ error });
    if (isNeeded) made.load().then(show, fail);
    else fetchLater(() => made.load().then(show));
    return () => {
      isGone = true;
    };
  }, [made, isLacking, isNeeded]);
  return made.part;
}
