import { readConfig } from '../config.ts';
import { normaliseStoredText } from '../db/normal-text.ts';
import { openPool } from '../db/pool.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { Command } from './base/command.ts';

/** Rolls back a dry run. */
const UNDO = new Error('A dry run is undone.');

export const normalise: Command = {
  summary: 'normalize stored text, and list what cannot be normalized',
  help: `Text has one normal form (API-3); a migration normalized stored text. This lists each text that cannot be
normalized because another row already has its normal form, such as the e-mail address of two accounts in two spellings.
Nobody can log in to a listed account: close one of the two accounts, or change its address, and run this again. Exits
with 1 while there are any.`,
  async run({ env, isDry, print }) {
    const { directUrl, ownerUrl } = readConfig(env);
    await prepareDatabase(ownerUrl, directUrl);
    const pool = openPool(ownerUrl, 1, { timeouts: 'none' });
    try {
      let left = 0;
      await pool.db
        .transaction()
        .execute(async (tx) => {
          const { changed, leftovers } = await normaliseStoredText(tx);
          left = leftovers.length;
          print(`${changed} changed, ${left} left as they are.`);
          for (const { table, id, column, written, normal, reason } of leftovers) {
            const why =
              reason === 'taken' ? `is taken: another has ${normal}` : 'is not valid in any form';
            print(`${table} ${id} ${column}: ${JSON.stringify(written)} ${why}.`);
          }
          if (isDry) throw UNDO;
        })
        .catch((error) => {
          if (error !== UNDO) throw error;
        });
      return left === 0 ? 0 : 1;
    } finally {
      await pool.end();
    }
  },
};
