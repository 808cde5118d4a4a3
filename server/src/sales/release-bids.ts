import { relistTime } from '../auctions/lifecycle/decision-time.ts';
import type { Tx } from '../db/pool.ts';
import type { BidsReleasedJob } from './emails/bids-released.email.tsx';
import type { SaleUnsoldJob } from './emails/sale-unsold.email.tsx';
import type { SaleAct } from './record-act.ts';
import { bidderIds, type SaleFacts } from './sale.ts';

/**
 * Releases the bids of a sale without a winner: from `at` on they are not binding, and each bidder and the
 * manager is notified (OFFER-4, OFFER-5). The object may then be relisted automatically (RELIST-7).
 */
export async function releaseBids(
  tx: Tx,
  sale: SaleFacts,
  at: Date,
): Promise<Required<Pick<SaleAct, 'standing' | 'emails' | 'stations' | 'is_open'>>> {
  const stations = await bidderIds(tx, sale.id);
  const toBidders = stations.map(
    (service_station_id): BidsReleasedJob => ({
      kind: 'bids-released',
      auction_id: sale.id,
      service_station_id,
    }),
  );
  const toManager: SaleUnsoldJob = { kind: 'sale-unsold', auction_id: sale.id };
  return {
    standing: {
      bids_released_at: at,
      relist_due_at: sale.relists_itself ? relistTime(sale) : null,
    },
    emails: [...toBidders, toManager],
    stations,
    is_open: true,
  };
}
