import { verifyChain } from '../chain/verify-chain.ts';
import { readConfig, readPreviousSecrets } from '../config.ts';
import { openPool } from '../db/pool.ts';
import type { Command } from './base/command.ts';
import { recordRun } from './record-run.ts';

const HELP = `Compares the bids and the history of every ended auction with the hashes that were written at its end, and
names the auctions that differ. It changes nothing but the time of its own last run.

  --anchor <mac>  check that this anchor, copied from the log or an email, still exists

Anchors under an earlier SECRET are verified with that secret in PREVIOUS_SECRETS, one per line.
Exits with 0 when nothing differs, with 1 when something does.`;

/** Verifies the hash chain (DATA-3). */
export const verify: Command = {
  summary: 'list auctions whose bids or history were changed after their end',
  help: HELP,
  options: { anchor: { type: 'string' } },
  async run({ env, options: { anchor }, print }) {
    const { directUrl, secret } = readConfig(env);
    const earlier = readPreviousSecrets(env);
    const pool = openPool(directUrl, 1);
    try {
      const { auctions, links, anchors, newest, faults } = await verifyChain(pool.db, {
        secrets: [secret, ...earlier],
        anchor: typeof anchor === 'string' ? anchor : null,
      });
      for (const fault of faults) print(fault);
      print(`${auctions} auctions have ended: ${links} links, ${anchors} anchors.`);
      if (newest !== null) print(`The newest anchor is ${newest}`);
      print(faults.length === 0 ? 'All hold.' : `Faults: ${faults.length}.`);
      await recordRun(directUrl, 'verify', faults.length);
      return faults.length === 0 ? 0 : 1;
    } finally {
      await pool.end();
    }
  },
};
