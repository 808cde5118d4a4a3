// `npm run bench`: what the product must be quick at, each against its baseline in the same run, so that the
// machine falls out of the ratio. `--quick` for bids alone in half a minute, or one of ROWS by name: `lists` are of a
// million auctions, or of as many as are said. A missed goal is said, and is no fault; a bid that was answered with 201 and is not in the database is one, and so is a 5xx.
import {
  CLIENTS,
  measureAlone,
  measureHotAuction,
  measureSpread,
  promisedBids,
  startBare,
} from './bids.ts';
import { measureClosing } from './closing.ts';
import { measureEmails } from './emails.ts';
import { measureLists } from './lists.ts';
import { measureLive } from './live.ts';
import { measureMemory } from './memory.ts';
import { measurePictures } from './pictures.ts';
import { startProduct } from './product.ts';
import { type Result, report } from './results.ts';
import { measureScreens } from './screens.ts';
import { measureStart } from './start.ts';

const isQuick = process.argv.includes('--quick');
const pace = isQuick ? { rounds: 3, seconds: 0.8 } : { rounds: 9, seconds: 1.2 };

const ROWS: Record<string, () => Promise<Result[]>> = {
  closing: async () => [
    ...(await measureClosing({ relists: false })),
    ...(await measureClosing({ relists: true })),
  ],
  emails: measureEmails,
  lists: () => measureLists(Number(process.argv.at(-1)) || 1_000_000),
  memory: measureMemory,
  pictures: measurePictures,
  screens: measureScreens,
  start: measureStart,
};

for (const [name, measure] of Object.entries(ROWS)) {
  if (!process.argv.includes(name)) continue;
  report(await measure());
  process.exit();
}

const results: Result[] = [];
const product = await startProduct({
  bidders: CLIENTS,
  hot: pace.rounds + 2,
  spread: 5000,
  smtpUrl: null,
});
const bare = await startBare(product);
try {
  results.push(...(await measureHotAuction(product, bare.port, pace)));
  results.push(...(await measureSpread(product, bare.port, pace)));
  results.push(...(await measureAlone(product, bare.port, pace)));
  if (!isQuick) {
    results.push(...(await measureLive(product, { sockets: 5000, rounds: 9 })));
  }
  const found = await product.countBids();
  if (found !== promisedBids()) {
    throw new Error(`${promisedBids()} bids were accepted, and ${found} are in the database.`);
  }
  console.log(`  all ${found} accepted bids are in the database`);
  await product.stop();
  if (!isQuick) {
    results.push(...(await measureLists(100_000)));
    results.push(...(await measureClosing({ relists: true })), ...(await measureStart()));
    results.push(
      ...(await measureEmails()),
      ...(await measurePictures()),
      ...(await measureMemory()),
    );
  }
  report(results);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  bare.stop();
  await product.stop();
}
