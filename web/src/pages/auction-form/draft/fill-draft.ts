import type { Category } from '@restvarde/contract/categories';
import { makerOf } from '@restvarde/contract/vehicles/chassis-number';
import type { FoundVehicle } from '@restvarde/contract/vehicles/vehicle-lookup';
import { formatNumber } from '../../../ui/format/numbers.ts';
import type { AuctionDraft } from './auction-draft.ts';

/** Values for fields of the form. */
export type Filling = Partial<AuctionDraft>;

interface FilledForm {
  getValue: (name: keyof AuctionDraft) => string | string[];
  setValue: (name: keyof AuctionDraft, value: string | string[]) => void;
}

/** Lists are empty without entries, a condition without values. */
const isEmpty = (value: string | string[]) => value.length === 0 || value === '{}';

const isSame = (one: unknown, other: unknown) => String(one) === String(other);

/**
 * Returns a function that fills in fields of a form, except those that the user has filled in or changed. A later call
 * also replaces the values of earlier calls; '' and [] clear them (FORM-14).
 */
export function fillerOf(form: FilledForm): (values: Filling) => void {
  const filled: Record<string, unknown> = {};
  return (values) => {
    const names = Object.keys(values) as (keyof Filling)[];
    for (const name of names) {
      const value = values[name]!;
      const now = form.getValue(name);
      if (!isEmpty(now) && !isSame(now, filled[name])) continue;
      filled[name] = value;
      if (!isSame(now, value)) form.setValue(name, value);
    }
  };
}

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
