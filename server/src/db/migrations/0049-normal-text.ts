import { normaliseStoredText } from '../normal-text.ts';
import type { Tx } from '../pool.ts';

/**
 * API-3: stored text gets the form in which text is stored from now on. What would collide stays as it is; the
 * operator is notified on stderr, and `restvarde normalise` lists it.
 */
export async function up(tx: Tx): Promise<void> {
  const { leftovers } = await normaliseStoredText(tx);
  if (leftovers.length === 0) return;
  process.stderr.write(
    `${leftovers.length} stored texts could not get their normal form, since another has it or it is no address: npm run restvarde -- normalise lists them.\n`,
  );
}
