import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';
import type { DemoCompany } from './people.ts';

/** Relists the company's last unsold auction that is due, for dismantling. */
export async function makeDemoRelisting(tx: Tx, { id: company }: DemoCompany): Promise<void> {
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
