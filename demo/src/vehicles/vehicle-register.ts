import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FoundVehicle } from '@restvarde/contract/vehicles/vehicle-lookup';
import type { VehicleProvider } from '@restvarde/server/config';
import { conditionOf } from './condition-of.ts';
import { moreVehicles, VEHICLES, type Vehicle } from './vehicles.ts';

/** Vehicles that no auction of the demo has, to be listed. */
export const UNLISTED: readonly Vehicle[] = moreVehicles(20, 90_001);

const CALL = /^\/vehicles\/([^/?]+)$/;

/** Starts the demo's vehicle register, which knows the demo's vehicles (docs/vehicle-lookup.yaml). */
export async function startVehicleRegister(): Promise<VehicleProvider & { stop(): Promise<void> }> {
  const known = new Map(
    [...VEHICLES, ...UNLISTED].map((vehicle) => [vehicle.registration_number, vehicle]),
  );
  const server = createServer((request, response) => {
    const number = CALL.exec(request.url ?? '')?.[1];
    const vehicle = known.get(number ?? '');
    response.writeHead(vehicle ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(vehicle ? describe(vehicle) : { detail: 'Okänt reg.nr.' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: null,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function describe(vehicle: Vehicle): FoundVehicle {
  const { manufacturer, model, model_year, mileage, colour, chassis_number, category } = vehicle;
  const { fuel } = conditionOf(vehicle, '2026-01-01');
  return { manufacturer, model, model_year, mileage, fuel, colour, chassis_number, category };
}
