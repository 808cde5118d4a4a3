import * as calls from '@restvarde/contract/service-stations';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../auth/sessions.ts';
import { chosenCompany } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { checkDismantler, putDismantler, removeDismantler } from './change-dismantler.ts';
import {
  changeContact,
  createContact,
  logOutContact,
  resetContactPassword,
} from './contact-user.ts';
import { exportStations } from './export-stations.ts';
import { muteCategories } from './mute-categories.ts';
import { listStations, readOwnStation, readStation } from './read-stations.ts';
import { removeStation } from './remove-station.ts';
import { changeStation, createStation } from './write-station.ts';

export function serviceStationRoutes(
  app: FastifyInstance,
  context: AppContext,
  sessions: Sessions,
): void {
  const { db } = context.pool;

  route(app, context, calls.listServiceStations, ({ viewer, query }) =>
    listStations(context, viewer, calls.listServiceStations.path, query),
  );

  route(app, context, calls.exportServiceStations, async ({ viewer, query }) => {
    const details = { list: 'service_stations' } as const;
    await recordEvent(db, viewer, { kind: 'export_taken', details });
    return exportStations(db, viewer, query);
  });

  route(app, context, calls.getServiceStation, ({ viewer, params }) =>
    readStation(context, viewer, params.id),
  );

  route(app, context, calls.createServiceStation, async ({ viewer, query, body }) => {
    const company = await chosenCompany(db, viewer, query);
    return readStation(context, viewer, await createStation(db, viewer, company, body));
  });

  route(app, context, calls.changeServiceStation, async ({ viewer, params, body }) => {
    await changeStation(db, viewer, params.id, body);
    sessions.forget();
    return readStation(context, viewer, params.id);
  });

  route(app, context, calls.removeServiceStation, async ({ viewer, params }) => {
    await removeStation(db, viewer, params.id);
    sessions.forget();
  });

  route(app, context, calls.createContact, async ({ viewer, params, body }) => {
    await createContact(context, viewer, params.id, body);
    return readStation(context, viewer, params.id);
  });

  route(app, context, calls.changeContact, async ({ viewer, params, body }) => {
    await changeContact(context, viewer, params.id, body);
    sessions.forget();
    return readStation(context, viewer, params.id);
  });

  route(app, context, calls.resetContactPassword, async ({ viewer, params }) => ({
    email: await resetContactPassword(context, viewer, params.id),
  }));

  route(app, context, calls.endContactSessions, async ({ viewer, params }) => {
    await logOutContact(context, viewer, params.id);
    sessions.forget();
  });

  route(app, context, calls.putDismantler, async ({ viewer, params, body, uploads }) => {
    await putDismantler(context, viewer, params.id, body, uploads);
    sessions.forget();
    return readStation(context, viewer, params.id);
  });

  route(app, context, calls.removeDismantler, async ({ viewer, params }) => {
    await removeDismantler(context, viewer, params.id);
    sessions.forget();
  });

  route(app, context, calls.checkDismantler, async ({ viewer, params }) => {
    await checkDismantler(db, viewer, params.id);
    sessions.forget();
    return readStation(context, viewer, params.id);
  });

  route(app, context, calls.putOwnDismantler, async ({ viewer, body, uploads }) => {
    await putDismantler(context, viewer, viewer.service_station_id!, body, uploads);
    sessions.forget();
    return readOwnStation(context, viewer);
  });

  route(app, context, calls.removeOwnDismantler, async ({ viewer }) => {
    await removeDismantler(context, viewer, viewer.service_station_id!);
    sessions.forget();
  });

  route(app, context, calls.getOwnStation, ({ viewer }) => readOwnStation(context, viewer));

  route(app, context, calls.changeOwnStation, async ({ viewer, body }) => {
    await muteCategories(db, viewer, body.silent_category_ids);
    return readOwnStation(context, viewer);
  });
}
