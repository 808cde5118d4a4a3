import { Readable } from 'node:stream';
import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { exportLookBack, getLookBack } from '@restvarde/contract/look-back';
import type { Viewer } from '@restvarde/contract/roles';
import { getStatistics, listTodo, type Statistics } from '@restvarde/contract/statistics';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { and, type Condition, scopeOf } from '../auctions/access/visibility.ts';
import { filtersOf } from '../auctions/lists/list-filters.ts';
import { statesOf } from '../auctions/lists/list-order.ts';
import { companyOf } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import { firstRow } from '../db/first-row.ts';
import type { Queryable } from '../db/pool.ts';
import { route } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { lookBackCsv, readLookBack } from './read-look-back.ts';
import { readTodo } from './read-todo.ts';

export function statisticsRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, reader } = context;
  route(app, context, getStatistics, ({ viewer, query }) =>
    reader.read(({ db }) => readStatistics(db, viewer, companyOf(viewer, query), query)),
  );
  route(app, context, listTodo, ({ viewer, query }) =>
    readTodo(context, viewer, companyOf(viewer, query)),
  );
  route(app, context, getLookBack, ({ viewer, query }) =>
    reader.read(({ db }) => readLookBack(db, companyOf(viewer, query))),
  );
  route(app, context, exportLookBack, async ({ viewer, query }) => {
    const company_id = companyOf(viewer, query);
    const details = { list: 'look_back' } as const;
    await recordEvent(pool.db, viewer, { kind: 'export_taken', company_id, details });
    const found = await reader.read(({ db }) => readLookBack(db, company_id));
    return Readable.from([lookBackCsv(found)]);
  });
}

/** One aggregate over all that match (HOME-1, HOME-3). */
async function readStatistics(
  db: Queryable,
  viewer: Viewer,
  company: number | null,
  filter: AuctionFilter,
): Promise<Statistics> {
  const scope = scopeOf(viewer, company);
  const states = statesOf(filter);
  const chosen = states.map((state) => scope[state]).filter((state) => state !== null);
  const conditions: Condition[] = [scope.always, ...filtersOf(viewer, filter).filters];
  if (states.length < 3) conditions.push(sql<boolean>`(${sql.join(chosen, sql` or `)})`);
  const { rows } = await sql<Statistics>`
    select count(*) filter (where ${scope.active}) as ongoing_auctions,
      coalesce(sum(a.start_bid), 0) as start_bid_total,
      coalesce(sum(winner.amount), 0) as winning_bid_total
    from every_auction a
    join every_standing s on s.auction_id = a.id
    left join every_bid winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    where ${and(conditions)}`.execute(db);
  return firstRow(rows);
}
