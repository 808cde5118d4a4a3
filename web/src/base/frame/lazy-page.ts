import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** A part of the app that has not come by then never will (SHELL-6). */
const PATIENCE_MS = 120_000;

/** How Chromium, Firefox and Safari say that a script did not come, and Vite that a style sheet did not. */
const LOAD_MESSAGES =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

class LoadFailure extends Error {}

/** Did a part of the app fail to come, or come too late? */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof LoadFailure || (error instanceof Error && LOAD_MESSAGES.test(error.message))
  );
}

/** Rejects when a part of the app does not come, or not within two minutes (SHELL-6). */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new LoadFailure('A page did not come', { cause }));
    const timer = setTimeout(fail, PATIENCE_MS, 'too late');
    loading.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}

/**
 * A page that is fetched when it is first gone to, or when its link is pointed at. One that does not come is
 * for `PageError` (SHELL-6): the router's own way would reload at once, also where there is no network.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  return lazyRouteComponent(() => inTime(load()));
}
