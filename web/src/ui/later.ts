import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

/** The scripts of the first view have been requested by then. */
const VIEW_MS = 300;

let firstView: Promise<void> | null = null;

/**
 * Loads a script after those of the first view. Ignores errors: the script is loaded again, and its error shown, when
 * it is needed.
 */
export function preloadWhenIdle(load: () => Promise<unknown>): void {
  firstView ??= new Promise((resolve) => {
    setTimeout(resolve, VIEW_MS);
  });
  void firstView.then(load).catch(() => {});
}

/** A component with its own script. */
export interface LazyPart<Props> {
  /** The component, once loaded. */
  part: ComponentType<Props> | null;
  /** Loads the script; retries after a failure. */
  load: () => Promise<void>;
}

/** Declares a component that `useLazyPart` loads. */
export function lazyPart<Props>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let pending: Promise<void> | null = null;
  const lazy: LazyPart<Props> = {
    part: null,
    load() {
      pending ??= fetch().then(
        (module) => {
          lazy.part = module.default;
        },
        (error) => {
          pending = null;
          throw error;
        },
      );
      return pending;
    },
  };
  return lazy;
}

/**
 * Returns the component, or null until it is loaded. Unlike `lazy` it does not suspend, which would render a first
 * view twice. If `isNeeded` it loads at once and throws if that fails; otherwise it loads when the page is idle.
 */
export function useLazyPart<Props>(
  lazy: LazyPart<Props>,
  isNeeded: boolean,
): ComponentType<Props> | null {
  const [, rerender] = useState({});
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  if (failure !== null) throw failure.error;
  const isMissing = lazy.part === null;
  useEffect(() => {
    if (!isMissing) return;
    let isUnmounted = false;
    const show = () => isUnmounted || rerender({});
    const fail = (error: unknown) => isUnmounted || setFailure({ error });
    if (isNeeded) lazy.load().then(show, fail);
    else preloadWhenIdle(() => lazy.load().then(show));
    return () => {
      isUnmounted = true;
    };
  }, [lazy, isMissing, isNeeded]);
  return lazy.part;
}

/** Renders a component with its own script, and `fallback` until it is loaded; see `useLazyPart`. */
export function Later<Props extends object>(props: {
  part: LazyPart<Props>;
  /** The component's props. */
  of: NoInfer<Props>;
  isNeeded?: boolean;
  fallback?: ReactNode;
}) {
  const { part, of, isNeeded = true, fallback = null } = props;
  const Part = useLazyPart(part, isNeeded);
  return Part === null ? fallback : createElement(Part, of);
}
