import { isUsualRegistration } from '@restvarde/contract/auctions/auction-rules';
import type { Category } from '@restvarde/contract/categories';
import {
  type FoundVehicle,
  lookUpVehicle,
  type VehicleLookup,
} from '@restvarde/contract/vehicles/vehicle-lookup';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../base/api/call.ts';
import { type Filling, fillingOf } from '../draft/fill-draft.ts';

const NOT_FOUND = 'Reg.nr finns inte i registret. Fyll i uppgifterna själv.';
const FAILED = 'Uppgifterna kunde inte hämtas just nu. Fyll i dem själv.';

/**
 * Looks up a registration number and fills in the form when the answer arrives; the form does not wait (FORM-15). Returns
 * what to say of it, or null. Without `fill` or a usual number nothing is looked up.
 */
export function useVehicleLookup(
  number: string,
  categories: readonly Category[],
  fill: ((values: Filling) => void) | undefined,
): string | null {
  const { data, isFetching, isError } = useQuery({
    queryKey: ['vehicle-lookup', number],
    queryFn: ({ signal }) =>
      call(lookUpVehicle, { query: { registration_number: number }, signal }),
    enabled: fill !== undefined && isUsualRegistration(number),
    retry: false,
    staleTime: 600_000,
  });
  const take = useEffectEvent(({ status, vehicle }: VehicleLookup) => {
    if (status === 'found' || status === 'unknown') fill?.(fillingOf(vehicle, categories));
  });
  useEffect(() => {
    if (data !== undefined) take(data);
  }, [data]);
  if (isFetching) return 'Hämtar uppgifter …';
  if (isError || data?.status === 'unavailable') return FAILED;
  if (data?.status === 'unknown') return NOT_FOUND;
  return data?.vehicle ? `Hämtat: ${nameOf(data.vehicle)}.` : null;
}

/** «Volvo V60 D4, 2019, röd». */
function nameOf({ manufacturer, model, model_year, colour }: FoundVehicle): string {
  const name = [manufacturer, model].filter(Boolean).join(' ');
  return [name, model_year, colour?.toLocaleLowerCase('sv')].filter(Boolean).join(', ');
}
