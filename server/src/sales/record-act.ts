import type { Viewer } from '@restvarde/contract/roles';
import type { Updateable } from 'kysely';
import { nextChange } from '../auctions/access/locked-auction.ts';
import { writeAudits } from '../auctions/audit.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { AuctionStandings } from '../db/types.generated.ts';
import { noticeStandings } from '../live/standings-notice.ts';
import { followDeregistration } from './follow-deregistration.ts';
import { followNotice } from './follow-notice.ts';
import { notifyOfEndedBooking } from './notify-of-booking.ts';
import type { SaleFacts } from './sale.ts';

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

type Recorded = Pick<SaleFacts, 'id' | 'company_id'>;

/** Writes what an act has changed of a locked sale. `viewer` is null when the product itself acts. */
export async function recordAct(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  viewer: Viewer | null,
  sale: Recorded,
  act: SaleAct,
): Promise<void> {
  await recordActs(context, tx, viewer, [[sale, act]]);
}

/** The same of many acts, at least one, each on another sale. */
export async function recordActs(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  viewer: Viewer | null,
  acts: [sale: Recorded, act: SaleAct][],
): Promise<void> {
  for (const [sale, act] of acts) await changeStanding(context, tx, sale, act);
  await writeAudits(
    tx,
    viewer,
    acts.map(([auction, { action, before, after }]) => ({ auction, action, before, after })),
  );
  const emails = acts.flatMap(([_sale, act]) => act.emails ?? []);
  await context.jobs.sendAll(tx, 'mail', emails);
  await noticeStandings(tx, {
    ids: acts.flatMap(([{ id }, act]) => (act.is_open ? [id] : [])),
    own: acts.flatMap(([{ id }, act]) =>
      (act.stations ?? []).map((station): [number, number] => [id, station]),
    ),
    sales: acts.map(([{ id }]) => id),
  });
}

async function changeStanding(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  sale: Recorded,
  { standing, is_open }: SaleAct,
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
      await notifyOfEndedBooking(context, tx, withdrawn, withdrawn.withdrawn_at!);
    }
    await followDeregistration(tx, sale.id);
  }
}
