import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** More stops than any page of these tests has. */
const MOST_STOPS = 200;

type Role = Parameters<Page['getByRole']>[0];

/** A window as somebody without a mouse has it: keys to press, and what is to be seen. There is no way to click. */
export interface Keys {
  press(...keys: string[]): Promise<void>;
  /** Writes into what has focus, key by key. */
  write(text: string): Promise<void>;
  /** Presses Tab until focus is on the thing; it has to show that it is (WCAG 2.4.7). */
  to(role: Role, name: string | RegExp): Promise<void>;
  /** Goes to it, and presses Enter. */
  enter(role: Role, name: string | RegExp): Promise<void>;
  /** Waits until a text stands on the page. */
  sees(text: string | RegExp): Promise<void>;
  /** Waits until focus has come by itself to where this is, or to what has it in it. */
  isAt(role: Role, name: string | RegExp): Promise<void>;
  /** Waits until what has focus says this. */
  hears(text: string | RegExp): Promise<void>;
  count(role: Role, name?: string | RegExp): Promise<number>;
  path(): string;
}

/** Gives a page that is open to somebody who has only its keys. */
export function keysOf(page: Page): Keys {
  const find = (role: Role, name: string | RegExp) =>
    page.getByRole(role, { name, exact: typeof name === 'string' });
  const focused = (target: Locator) => target.and(page.locator(':focus'));
  const keys: Keys = {
    async press(...pressed) {
      for (const key of pressed) await page.keyboard.press(key);
    },
    async write(text) {
      for (const sign of text) await page.keyboard.press(sign === ' ' ? 'Space' : sign);
    },
    async to(role, name) {
      const target = find(role, name);
      await target.first().waitFor();
      for (let stops = 0; stops < MOST_STOPS; stops++) {
        if ((await focused(target).count()) > 0) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab never came to ${role} «${name}».`);
    },
    async enter(role, name) {
      await keys.to(role, name);
      await page.keyboard.press('Enter');
    },
    sees: (text) => page.getByText(text).first().waitFor(),
    async isAt(role, name) {
      await eventually(`focus on ${role} «${name}»`, async () => {
        const target = find(role, name);
        const inside = target.locator(':focus');
        return (await focused(target).count()) + (await inside.count()) > 0;
      });
    },
    hears: (text) => page.locator(':focus').filter({ hasText: text }).first().waitFor(),
    count: (role, name) => page.getByRole(role, name === undefined ? {} : { name }).count(),
    path: () => new URL(page.url()).pathname + new URL(page.url()).search,
  };
  return keys;
}
