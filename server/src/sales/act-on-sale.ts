import type { Viewer } from '@restvarde/contract/roles';
import { lockAuction } from '../auctions/access/locked-auction.ts';
import { type Condition, visible } from '../auctions/access/visibility.ts';
import { closeAuctions } from '../auctions/lifecycle/close-ended.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { recordAct, type SaleAct } from './record-act.ts';
import { readSaleFor, type Sale } from './sale.ts';
import { catchUp } from './settle-due.ts';

type SaleContext = Pick<AppContext, 'pool' | 'jobs'>;

/** Decides one act on a locked sale: throws to refuse, returns null if there is nothing to change. */
export type DecideAct = (tx: Tx, sale: Sale) => Promise<SaleAct | null>;

/**
 * Performs one act on a sale, or several in order, of which all or none take effect (GEN-4). Takes the auction's lock: of concurrent acts the first wins, and the others
 * see its result. First settles what is past its time by the database's clock. The changes, the log entries, the
 * emails and the live messages are one transaction. `sees` replaces the visibility rule of ROLE-14.
 * @throws DomainError 404 if the viewer cannot see the auction; 400 if the station of an expired offer was
 * removed at this moment; and what an act throws
 */
export async function actOnSale(
  context: SaleContext,
  viewer: Viewer,
  id: number,
  acts: DecideAct | readonly [DecideAct, ...DecideAct[]],
  sees = visible(viewer),
): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    let sale = await lockSale(context, tx, viewer, id, sees);
    for (const [index, act] of [acts].flat().entries()) {
      if (index > 0) sale = await readSaleFor(tx, viewer, id, false, sees);
      const done = await act(tx, sale);
      if (done !== null) await recordAct(context, tx, viewer, sale, done);
    }
  });
}

async function lockSale(
  context: SaleContext,
  tx: Tx,
  viewer: Viewer,
  id: number,
  sees: Condition,
): Promise<Sale> {
  const found = await lockAuction(tx, viewer, id, sees);
  const isUnclosed = found.state === 'ended' && found.closed_at === null;
  if (isUnclosed) await closeAuctions(context, tx, [id], found.now);
  const sale = await readSaleFor(tx, viewer, id, isUnclosed, sees);
  return (await catchUp(context, tx, sale)) ? readSaleFor(tx, viewer, id, isUnclosed, sees) : sale;
}
