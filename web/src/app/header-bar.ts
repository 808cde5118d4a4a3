import { lazyPart } from '../ui/later.ts';

/** The signed-in part of the header, kept out of the login's script. */
export const headerBar = lazyPart(async () => ({
  default: (await import('./signed-in.ts')).headerBar,
}));
