import { Readable } from 'node:stream';
import { getGuide } from '@restvarde/contract/auctions/guide';
import { exportLookBack, getLookBack } from '@restvarde/contract/look-back';
import { getStatistics, listTodo } from '@restvarde/contract/statistics';
import type { FastifyInstance } from 'fastify';
import { chosenCompany, companyOf } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { readGuide } from './read-guide.ts';
import { lookBackCsv, readLookBack } from './read-look-back.ts';
import { readStatistics } from './read-statistics.ts';
import { readTodo } from './read-todo.ts';

export function statisticsRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, reader } = context;
  route(app, context, getStatistics, ({ viewer, query }) =>
    reader.read((db) => readStatistics(db, viewer, companyOf(viewer, query), query)),
  );
  route(app, context, listTodo, ({ viewer, query }) =>
    readTodo(context, viewer, companyOf(viewer, query)),
  );
  route(app, context, getGuide, ({ viewer, query }) =>
    reader.read(async (db) => readGuide(db, await chosenCompany(db, viewer, query), query)),
  );
  route(app, context, getLookBack, ({ viewer, query }) =>
    reader.read((db) => readLookBack(db, companyOf(viewer, query))),
  );
  route(app, context, exportLookBack, async ({ viewer, query }) => {
    const company_id = companyOf(viewer, query);
    const details = { list: 'look_back' } as const;
    await recordEvent(pool.db, viewer, { kind: 'export_taken', company_id, details });
    const found = await reader.read((db) => readLookBack(db, company_id));
    return Readable.from([lookBackCsv(found)]);
  });
}
