import type { Viewer } from '@restvarde/contract/roles';
import type { Updateable } from 'kysely';
import { nextChange } from '../auctions/access/locked-auction.ts';
import { writeAudit } from '../auctions/audit.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { AuctionStandings } from '../db/types.generated.ts';
import { noticeStandings } from '../live/standings-notice.ts';
import { followDeregistration } from './follow-deregistration.ts';
import { followNotice } from './follow-notice.ts';
import type { SaleFacts } from './sale.ts';
import { tellNobodyComes } from './tell-of-booking.ts';

/** What an act on a sale changes, and who is told of it. */
export interface SaleAct {
  /** What stands in «Historik», as `audit_log.action`. */
  action: string;
  before?: object;
  after?: object;
  /** New values of the auction's standing. */
  standing?: Updateable<AuctionStandings>;
  /** Email jobs. */
  emails?: object[];
  /** The stations that see what the act changed: in a sealed auction no others are told (AUC-13). */
  stations?: number[];
  /** Where bids are open the other stations see it too. */
  is_open: boolean;
}

/** Writes what an act has changed of a locked sale. `viewer` is null when the product itself acts. */
export async function recordAct(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  viewer: Viewer | null,
  sale: Pick<SaleFacts, 'id' | 'company_id'>,
  { action, before, after, standing, emails = [], stations = [], is_open }: SaleAct,
): Promise<void> {
  // What only one station sees has no time that another could see move.
  const changes = { ...standing, ...(is_open && { changed_at: nextChange }) };
  if (Object.keys(changes).length > 0) {
    await tx
      .updateTable('auction_standings')
      .set(changes)
      .where('auction_id', '=', sale.id)
      .execute();
  }
  // Whoever tells a winner, or takes it back, makes the collection and the deregistration by it.
  if (changes.winner_notified_at !== undefined) {
    for (const withdrawn of await followNotice(tx, sale.id)) {
      await tellNobodyComes(context, tx, withdrawn, withdrawn.withdrawn_at!);
    }
    await followDeregistration(tx, sale.id);
  }
  await writeAudit(tx, viewer, sale, action, {
    ...(before && { before }),
    ...(after && { after }),
  });
  await context.jobs.sendAll(tx, 'mail', emails);
  await noticeStandings(tx, {
    ids: is_open ? [sale.id] : [],
    own: stations.map((station) => [sale.id, station]),
    sales: [sale.id],
  });
}
