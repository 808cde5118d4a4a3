import type { Category } from '@restvarde/contract/categories';
import { makerOf } from '@restvarde/contract/vehicles/chassis-number';
import type { FoundVehicle } from '@restvarde/contract/vehicles/vehicle-lookup';
import { formatNumber } from '../../../ui/format/numbers.ts';
import type { Filling } from './fill-draft.ts';

/** The form's values; those that are unknown clear what an earlier vehicle filled in. */
export function fillingOf(vehicle: FoundVehicle | null, categories: readonly Category[]): Filling {
  const name = vehicle?.category?.toLocaleLowerCase('sv');
  const category = categories.find((one) => one.name.toLocaleLowerCase('sv') === name);
  return {
    chassis_number: vehicle?.chassis_number ?? '',
    manufacturer: vehicle?.manufacturer ?? makerOf(vehicle?.chassis_number ?? '') ?? '',
    model: vehicle?.model ?? '',
    model_year: String(vehicle?.model_year ?? ''),
    mileage: vehicle?.mileage ? formatNumber(vehicle.mileage) : '',
    category_ids: category === undefined ? [] : [String(category.id)],
    condition: vehicle?.fuel ? JSON.stringify({ fuel: vehicle.fuel }) : '{}',
  };
}
