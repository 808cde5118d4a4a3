import { lookUpVehicle } from '@restvarde/contract/vehicles/vehicle-lookup';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { LIMITS } from '../http/limit-table.ts';
import { route } from '../http/route.ts';

/** The look-up of a vehicle by its registration number (FORM-15). */
export function vehicleRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, lookUpVehicle, async ({ viewer, query }) => {
    await context.limits.spend(LIMITS.vehicle_lookup, String(viewer.user_id));
    return context.lookUpVehicle(query.registration_number);
  });
}
