import { FUELS } from '@restvarde/contract/auctions/condition-words';
import type { FoundVehicle, VehicleLookup } from '@restvarde/contract/vehicles/vehicle-lookup';
import * as z from 'zod/mini';
import type { VehicleProvider } from '../config.ts';
import { ForgetfulMap } from '../forgetful-map.ts';

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 64 * 1_024;
const MAX_NUMBERS = 1_000;
const REMEMBERED_MS = 600_000;

const textOrNull = (max: number) =>
  z.catch(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(max))), null);
const numberOrNull = (min: number, max: number) =>
  z.catch(z.nullable(z.int().check(z.gte(min), z.lte(max))), null);

/** A provider's answer. A value that the form would refuse is unknown. */
const answer = z.object({
  manufacturer: textOrNull(60),
  model: textOrNull(80),
  model_year: numberOrNull(1900, 2100),
  mileage: numberOrNull(0, 999_999),
  fuel: z.catch(z.nullable(z.enum(Object.keys(FUELS) as (keyof typeof FUELS)[])), null),
  colour: textOrNull(40),
  chassis_number: textOrNull(30),
  category: textOrNull(120),
});

const OFF: VehicleLookup = { status: 'off', vehicle: null };
const UNKNOWN: VehicleLookup = { status: 'unknown', vehicle: null };
const UNAVAILABLE: VehicleLookup = { status: 'unavailable', vehicle: null };

/**
 * Returns the look-up by the operator's provider (FORM-15, docs/vehicle-lookup.yaml). It never rejects. Answers are
 * remembered for ten minutes, failures are not; concurrent calls for a number share one request.
 */
export function openVehicleLookup(
  provider: VehicleProvider | null,
  onFault: (error: unknown) => void,
): (registration_number: string) => Promise<VehicleLookup> {
  if (provider === null) return async () => OFF;
  const known = new ForgetfulMap<string, { until: number; lookup: Promise<VehicleLookup> }>(
    MAX_NUMBERS,
  );
  return (number) => {
    const now = performance.now();
    const found = known.get(number);
    if (found && now < found.until) return found.lookup;
    const lookup = askProvider(provider, number).then(
      (vehicle): VehicleLookup => (vehicle === null ? UNKNOWN : { status: 'found', vehicle }),
      (error: unknown) => {
        known.delete(number);
        onFault(error);
        return UNAVAILABLE;
      },
    );
    known.set(number, { until: now + REMEMBERED_MS, lookup });
    return lookup;
  };
}

/** @throws Error if the provider does not answer as described. */
async function askProvider(
  { url, token }: VehicleProvider,
  number: string,
): Promise<FoundVehicle | null> {
  const response = await fetch(`${url}/vehicles/${encodeURIComponent(number)}`, {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new Error(`The provider answered ${response.status}.`);
  }
  return answer.parse(JSON.parse(await readText(response)));
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
