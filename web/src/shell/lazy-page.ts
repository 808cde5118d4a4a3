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

function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LoadFailure('too late')), PATIENCE_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * A page that is fetched when it is first gone to, or when its link is pointed at. After a release, when
 * its old file is gone, the page reloads by itself, once (SHELL-6).
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  return lazyRouteComponent(() => inTime(load()));
}
