import * as z from 'zod/mini';
import { tidyVehicleNumber } from '../auctions/auction-rules.ts';
import { FUELS } from '../auctions/condition-words.ts';
import { endpoint } from '../endpoint.ts';
import { may } from '../roles.ts';

/** Facts about a vehicle; null if the provider does not know them (FORM-15). */
export const foundVehicle = z.object({
  manufacturer: z.nullable(z.string()),
  model: z.nullable(z.string()),
  model_year: z.nullable(z.int()),
  /** In mil, ten kilometres (AUC-17). */
  mileage: z.nullable(z.int()),
  fuel: z.nullable(z.enum(Object.keys(FUELS) as (keyof typeof FUELS)[])),
  colour: z.nullable(z.string()),
  chassis_number: z.nullable(z.string()),
  /** The name of a category. */
  category: z.nullable(z.string()),
});

export type FoundVehicle = z.infer<typeof foundVehicle>;

/**
 * `off`: the operator has chosen no provider. `unknown`: the provider does not know the number. `unavailable`: it did
 * not answer in time, or its answer was invalid. `vehicle` is null unless `found`.
 */
export const vehicleLookup = z.object({
  status: z.enum(['found', 'unknown', 'unavailable', 'off']),
  vehicle: z.nullable(foundVehicle),
});

export type VehicleLookup = z.infer<typeof vehicleLookup>;

/** Facts about the vehicle with a registration number, from the operator's provider (FORM-15). */
export const lookUpVehicle = endpoint({
  method: 'GET',
  path: '/api/vehicle-lookup',
  summary: 'Uppgifter om ett fordon, efter reg.nr',
  may: may.manageAuctions,
  query: z.object({
    registration_number: z.pipe(
      z.string(),
      z.pipe(
        z.transform(tidyVehicleNumber),
        z.string().check(z.regex(/^[A-ZÅÄÖ\d]{2,10}$/, 'Ange ett reg.nr')),
      ),
    ),
  }),
  reply: vehicleLookup,
});
