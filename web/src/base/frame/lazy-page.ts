import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** A script that has not loaded by then counts as failed (SHELL-6). */
const TIMEOUT_MS = 120_000;

/** The messages of Chromium, Firefox and Safari for a script that failed to load, and of Vite for a style sheet. */
const LOAD_MESSAGES =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

class LoadFailure extends Error {}

/** Returns whether a script failed to load or timed out. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof LoadFailure || (error instanceof Error && LOAD_MESSAGES.test(error.message))
  );
}

/** Rejects if a script fails to load or takes more than two minutes (SHELL-6). */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new LoadFailure('A page did not come', { cause }));
    const timer = setTimeout(fail, TIMEOUT_MS, 'too late');
    loading.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}

/**
 * A page whose script is loaded on navigation or when its link is hovered. `PageError` handles a failure (SHELL-6):
 * the router's own handling would reload at once, even offline.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  return lazyRouteComponent(() => inTime(load()));
}
