import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { FOR_DISMANTLING } from '@restvarde/contract/dismantling';
import { workingDayAfter } from '@restvarde/contract/working-days';
import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';
import type { DemoCompany } from './people.ts';

/** A company and its case manager. */
type Staffed = Pick<DemoCompany, 'id' | 'case_manager_id'>;

interface Sold {
  id: number;
  auction_id: number;
  bid_id: number;
  notified_at: Date;
  company_id: number;
  damage_condition: string;
}

/** The date in Stockholm, `days` from now; YYYY-MM-DD. */
const dayFrom = (now: number, days: number) => addDays(stockholmDate(new Date(now)), days);

/** Notifies all winners except each company's last, so that every stage occurs. */
export async function notifyDemoWinners(tx: Tx, now: number): Promise<void> {
  await sql`
    update auction_standings s set winner_notified_at = least(s.end_dt + interval '2 hours', ${new Date(now)})
    where s.winning_bid_id is not null and s.winner_notified_at is null and exists (
      select from auction_standings later
      where later.company_id = s.company_id and later.winning_bid_id is not null
        and later.winner_notified_at is null and later.end_dt > s.end_dt
    )`.execute(tx);
}

/**
 * Puts sold objects into each state of a collection in turn (PICK): storage cost, booked, undone, unpaid, with a code.
 * Objects for dismantling are handed over.
 */
export async function makeDemoCollections(
  tx: Tx,
  companies: readonly Staffed[],
  now: number,
): Promise<void> {
  const sold: Sold[] = await tx
    .selectFrom('collections as k')
    .innerJoin('auctions as a', 'a.id', 'k.auction_id')
    .select([
      'k.id',
      'k.auction_id',
      'k.bid_id',
      'k.notified_at',
      'a.company_id',
      'a.damage_condition',
    ])
    .where('k.handed_over_at', 'is', null)
    .orderBy('a.company_id')
    // The oldest first: its storage costs.
    .orderBy('k.notified_at')
    .orderBy('k.auction_id')
    .execute();
  const stages = [costStorage, book, undo, awaitPayment, wait];
  let place = 0;
  for (const one of sold) {
    const company = companies.find(({ id }) => id === one.company_id)!;
    const isForParts = one.damage_condition === FOR_DISMANTLING;
    const stage = isForParts ? handOver : stages[place++ % stages.length]!;
    await stage(tx, one, company, now);
  }
}

type Stage = (tx: Tx, sold: Sold, company: Staffed, now: number) => Promise<void>;

const wait: Stage = async () => {};

const book: Stage = async (tx, sold, _company, now) => {
  const booked_dt = stockholmInstant(`${workingDayAfter(dayFrom(now, 0), 2)}T10:00`);
  await set(tx, sold, { booked_dt, booked_note: 'Bärgare från Lind, växlarflak' });
};

const costStorage: Stage = async (tx, sold, company) => pay(tx, sold, company);

const awaitPayment: Stage = (tx, sold) =>
  set(tx, sold, { release_after_payment: true, released_at: null });

const handOver: Stage = async (tx, sold, company, now) => {
  const handed_over_at = new Date(now - 3_600_000);
  const frozen = { storage_days: 0, storage_cost: 0 };
  await set(tx, sold, {
    ...frozen,
    handed_over_at,
    handed_over_by: company.case_manager_id,
    collected_by: 'Kim Åkesson',
  });
  await pay(tx, sold, company);
  await record(tx, sold, company, 'hand over', null, frozen);
};

/** Paid on the day of the notice. */
async function pay(tx: Tx, sold: Sold, company: Staffed): Promise<void> {
  const paid_at = stockholmDate(sold.notified_at);
  await set(tx, sold, { paid_at });
  await record(tx, sold, company, 'change collection', { paid_at: null }, { paid_at });
}

/** Bids stay, so that another winner can be chosen (PICK-8). */
const undo: Stage = async (tx, sold, company, now) => {
  const frozen = { storage_days: 0, storage_cost: 0 };
  await set(tx, sold, { ...frozen, undone_at: new Date(now) });
  await tx
    .updateTable('auction_standings')
    .set({ winning_bid_id: null, winner_notified_at: null, decision_due_at: null })
    .where('auction_id', '=', sold.auction_id)
    .execute();
  await record(
    tx,
    sold,
    company,
    'undo purchase',
    { winning_bid_id: sold.bid_id },
    {
      winning_bid_id: null,
      ...frozen,
      agreed: true,
      reason: 'Verkstaden har inte plats för objektet',
    },
  );
};

async function set(tx: Tx, { id }: Sold, values: object): Promise<void> {
  await tx.updateTable('collections').set(values).where('id', '=', id).execute();
}

async function record(
  tx: Tx,
  { auction_id }: Sold,
  { id, case_manager_id }: Staffed,
  action: string,
  before: object | null,
  after: object,
): Promise<void> {
  await sql`
    insert into audit_log (user_id, company_id, auction_id, action, before, after)
    values (${case_manager_id}, ${id}, ${auction_id}, ${action}, ${before && JSON.stringify(before)}::jsonb,
      ${JSON.stringify(after)}::jsonb)`.execute(tx);
}

/** Moves some of the waiting objects to the company's yard, which hands them over (PICK-7). */
export async function moveToYard(tx: Tx, { id }: DemoCompany): Promise<void> {
  await sql`
    update auctions a set staging_area_id = yard.id, staging_area_name = yard.name
    from staging_areas yard
    where yard.company_id = ${id} and yard.service_station_id is not null
      and a.id in (
        select k.auction_id from collections k join auctions sold on sold.id = k.auction_id
        where sold.company_id = ${id}
          and k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null
        order by k.booked_dt, k.id
        limit 3
      )`.execute(tx);
}
