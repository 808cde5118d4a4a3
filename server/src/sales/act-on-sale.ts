import type { Viewer } from '@restvarde/contract/roles';
import type { Updateable } from 'kysely';
import {
  findAuction,
  type LockedAuction,
  lockAuction,
  nextChange,
} from '../auctions/access/locked-auction.ts';
import { writeAudit } from '../auctions/audit.ts';
import { closeAuctions } from '../auctions/lifecycle/close-ended.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { AuctionStandings } from '../db/types.generated.ts';
import { noticeStandings } from '../live/standings-notice.ts';

/** An auction whose sale somebody acts on, by the database's clock behind its lock. */
export interface Sale extends LockedAuction {
  /** It was past its end and not closed before this act, which closed it. */
  was_closed_now: boolean;
}

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

/**
 * Does one act on a sale (GEN-4). Whoever gets the auction's lock first acts first, and the other finds things as they
 * are then; what is past its end and not closed yet is closed before. `act` refuses by throwing, and returns null when
 * what is asked for is so already. Its changes, the entry of «Historik», the emails and the live messages stand
 * together or not at all.
 * @throws DomainError 404 when the auction does not exist for the viewer; and what `act` throws.
 */
export async function actOnSale(
  context: Pick<AppContext, 'pool' | 'jobs'>,
  viewer: Viewer,
  id: number,
  act: (tx: Tx, sale: Sale) => Promise<SaleAct | null>,
): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    const sale = await lockSale(context, tx, viewer, id);
    const done = await act(tx, sale);
    if (done !== null) await keepAct(context, tx, viewer, sale, done);
  });
}

async function lockSale(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<Sale> {
  const found = await lockAuction(tx, viewer, id);
  const was_closed_now = found.state === 'ended' && found.closed_at === null;
  if (!was_closed_now) return { ...found, was_closed_now };
  await closeAuctions(context, tx, [id]);
  return { ...(await findAuction(tx, viewer, id)), was_closed_now };
}

/** Writes what an act has changed of a locked sale. `viewer` is null when the product itself acts. */
export async function keepAct(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  viewer: Viewer | null,
  sale: Pick<LockedAuction, 'id' | 'company_id'>,
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
