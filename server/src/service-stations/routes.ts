import * as calls from '@restvarde/contract/service-stations';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../auth/sessions.ts';
import { chosenCompany } from '../companies/company-of.ts';
import { route } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { changeStation } from './change-station.ts';
import { changeContact, createContact, resetContactPassword } from './contact-user.ts';
import { createStation } from './create-station.ts';
import { exportStations } from './export-stations.ts';
import { listStations, readOwnStation, readStation } from './read-stations.ts';
import { removeStation } from './remove-station.ts';
import { silenceCategories } from './silence-categories.ts';

export function serviceStationRoutes(
  app: FastifyInstance,
  platform: Platform,
  sessions: Sessions,
): void {
  const { db } = platform.pool;

  route(app, platform, calls.listServiceStations, ({ viewer, query }) =>
    listStations(db, viewer, calls.listServiceStations.path, query),
  );

  route(app, platform, calls.exportServiceStations, async ({ viewer, query }) =>
    exportStations(db, viewer, query),
  );

  route(app, platform, calls.getServiceStation, ({ viewer, params }) =>
    readStation(db, viewer, params.id),
  );

  route(app, platform, calls.createServiceStation, async ({ viewer, query, body }) => {
    const company = await chosenCompany(db, viewer, query);
    return readStation(db, viewer, await createStation(db, viewer, company, body));
  });

  route(app, platform, calls.changeServiceStation, async ({ viewer, params, body }) => {
    await changeStation(db, viewer, params.id, body);
    sessions.forget();
    return readStation(db, viewer, params.id);
  });

  route(app, platform, calls.removeServiceStation, async ({ viewer, params }) => {
    await removeStation(db, viewer, params.id);
    sessions.forget();
    return undefined;
  });

  route(app, platform, calls.createContact, async ({ viewer, params, body }) => {
    await createContact(platform, viewer, params.id, body);
    return readStation(db, viewer, params.id);
  });

  route(app, platform, calls.changeContact, async ({ viewer, params, body }) => {
    await changeContact(platform, viewer, params.id, body);
    sessions.forget();
    return readStation(db, viewer, params.id);
  });

  route(app, platform, calls.resetContactPassword, async ({ viewer, params }) => ({
    email: await resetContactPassword(platform, viewer, params.id),
  }));

  route(app, platform, calls.getOwnStation, ({ viewer }) => readOwnStation(db, viewer));

  route(app, platform, calls.changeOwnStation, async ({ viewer, body }) => {
    await silenceCategories(db, viewer, body.silent_category_ids);
    return readOwnStation(db, viewer);
  });
}
