import type { Viewer } from '@restvarde/contract/roles';
import type { Updateable } from 'kysely';
import { nextChange } from '../auctions/access/locked-auction.ts';
import { writeAudits } from '../auctions/audit.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { AuctionStandings } from '../db/types.generated.ts';
import { notifyOfStandings } from '../live/standings-notice.ts';
import { type PushNotice, queuePushes } from '../push/queue-pushes.ts';
import { followDeregistration } from './follow-deregistration.ts';
import { followNotice } from './follow-notice.ts';
import { notifyOfEndedBooking } from './notify-of-booking.ts';
import type { SaleFacts } from './sale.ts';

/** The changes of an act on a sale, and who is notified. */
export interface SaleAct {
  /** The action in «Historik» (`audit_log.action`). */
  action: string;
  before?: object;
  after?: object;
  /** New values of the auction's standing. */
  standing?: Updateable<AuctionStandings>;
  /** Email jobs. */
  emails?: object[];
  /** Notifications on the stations' devices (PUSH-4). */
  pushes?: PushNotice[];
  /** The stations that see the change. In a sealed auction no others are notified (AUC-13). */
  stations?: number[];
  /** In an open auction the other stations see it too. Default: false. */
  is_open?: boolean;
}

type Recorded = Pick<SaleFacts, 'id' | 'company_id'>;

/** Writes an act on a locked sale. `viewer` is null for the system. */
export async function recordAct(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  viewer: Viewer | null,
  sale: Recorded,
  act: SaleAct,
): Promise<void> {
  await recordActs(context, tx, viewer, [[sale, act]]);
}

/** Writes many acts, at least one, as `recordAct`, each on another sale. */
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
  await queuePushes(
    tx,
    acts.flatMap(([_sale, act]) => act.pushes ?? []),
  );
  await notifyOfStandings(tx, {
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
  // A change that only one station sees must not move a time that others see.
  const changes = { ...standing, ...(is_open && { changed_at: nextChange }) };
  if (Object.keys(changes).length > 0) {
    await tx
      .updateTable('auction_standings')
      .set(changes)
      .where('auction_id', '=', sale.id)
      .execute();
  }
  // A change of the winner's notification changes the collection and the deregistration.
  if (changes.winner_notified_at !== undefined) {
    for (const withdrawn of await followNotice(tx, sale.id)) {
      await notifyOfEndedBooking(context, tx, withdrawn, withdrawn.withdrawn_at!);
    }
    await followDeregistration(tx, sale.id);
  }
}
