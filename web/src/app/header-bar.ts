import { later } from '../ui/later.ts';

/** What the header shows to those who have logged in; no part of the login's script. */
export const headerBar = later(async () => ({
  default: (await import('./signed-in.ts')).headerBar,
}));
