import type { TestContext } from 'node:test';

/**
 * Stops the clock of this process's nodes until the test ends: what they keep for a second is kept on, unless they
 * are told that it has changed.
 */
export function standStill(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
}
