import { openAnchoring } from '@restvarde/server/chain/anchor-links';
import type { AppContext } from '@restvarde/server/context';
import type { Tx } from '@restvarde/server/db/pool';
import { followNotice } from '@restvarde/server/sales/follow-notice';
import { relistDue } from '@restvarde/server/sales/relist/relist-due';
import { sql } from 'kysely';
import { moreVehicles, VEHICLES, type Vehicle } from '../vehicles/vehicles.ts';
import { keepNumbers, makeDemoAuctions, readNumbers } from './auctions.ts';
import { makeDemoCollections, moveToYard, notifyDemoWinners } from './collections.ts';
import { makeDemoDeregistrations, makeDemoDismantlers } from './deregistrations.ts';
import { writeDemoHistory } from './history.ts';
import { makeDemoMaxBids } from './max-bids.ts';
import { addDemoMedia, addFirstPictures } from './media.ts';
import { makeDemoPast } from './past.ts';
import { type DemoCompany, makeDemoPeople, saveDemoSearches } from './people.ts';
import { makeDemoSalePapers } from './sale-papers.ts';
import { makeDemoSales } from './sales.ts';
import { planOf } from './schedule.ts';

/** Creates the demo world in an empty database, completely or not at all. */
export async function makeDemoWorld(
  context: Pick<AppContext, 'pool' | 'media' | 'jobs' | 'config'>,
  options: { hasAuctions: boolean; moreAuctions: number },
): Promise<void> {
  const { pool, media } = context;
  await pool.db.transaction().execute(async (tx) => {
    // Pictures may take longer than the default timeout on a slow machine.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    console.log('Making the demo world …');
    const people = await makeDemoPeople(tx);
    if (!options.hasAuctions) return;
    await saveDemoSearches(tx, people.stations);
    const now = Date.now();
    const numbers = await readNumbers(tx);
    const make = (vehicles: readonly Vehicle[]) => {
      const plan = (place: number) => planOf(place, vehicles.length, now);
      return makeDemoAuctions(tx, people, vehicles, { plan, numbers, now });
    };
    const auctions = await make(VEHICLES);
    await addDemoMedia(tx, media, { auctions, companies: people.companies });
    await addFirstPictures(tx, media, await make(moreVehicles(options.moreAuctions)));
    await keepNumbers(tx, numbers);
    await makeDemoPast(tx, people, auctions, now);
    const [company] = people.companies;
    const [station] = people.stations;
    if (company) await makeDemoSales(tx, company, now);
    if (company && station) await makeDemoMaxBids(tx, company, station);
    await notifyDemoWinners(tx, now);
    await writeDemoHistory(tx);
    for (const { id } of auctions) await followNotice(tx, id);
    await makeDemoCollections(tx, people.companies, now);
    await makeDemoSalePapers(tx, media, auctions);
    if (company) {
      await moveToYard(tx, company);
      await makeDemoDeregistrations(tx, media, company, auctions, now);
      await makeDemoDismantlers(tx, people.stations, company, now);
      await makeDemoRelisting(tx, company);
    }
  });
  // A node would do this a moment later.
  while ((await relistDue(context)) > 0);
  // A node would log an error about the links, which are old.
  await openAnchoring(context, { info() {}, warn() {}, error() {} }).seal();
}

/** Relists the company's last unsold auction that is due, for dismantling. */
async function makeDemoRelisting(tx: Tx, { id: company }: DemoCompany): Promise<void> {
  const wanted = { relist_dismantling: true };
  await tx.updateTable('companies').set(wanted).where('id', '=', company).execute();
  await tx.updateTable('auctions').set(wanted).where('company_id', '=', company).execute();
  await sql`
    update auction_standings set relist_due_at = now_ms()
    where auction_id = (
      select s.auction_id
      from auction_standings s join auctions a on a.id = s.auction_id
      where s.company_id = ${company} and a.damage_condition = 'REPAIR' and a.cancelled_at is null
        and s.closed_at is not null and s.winning_bid_id is null
        and (s.bid_count = 0 or s.bids_released_at is not null)
        and not exists (select from offers o where o.auction_id = s.auction_id)
      order by s.end_dt desc, s.auction_id
      limit 1
    )`.execute(tx);
}
