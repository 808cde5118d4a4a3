import type { Category, StagingArea } from '@restvarde/contract/categories';
import { ConditionSection, PriceSection, VehicleSection } from './auction-form-sections.tsx';
import { PlaceSection, TimeSection } from './auction-form-when-where.tsx';
import type { DraftLocks } from './draft-locks.ts';
import type { DraftControl } from './use-auction-form.ts';

export interface AuctionFormFieldsProps {
  control: DraftControl;
  locks: DraftLocks;
  number: string;
  categories: readonly Category[];
  places: readonly StagingArea[];
  /** Named by a superuser only. */
  company: string | undefined;
  /** The auction that is changed. */
  own_id?: number;
  /** The first days that can be chosen, YYYY-MM-DD. */
  first_start: string;
  first_end?: string;
}

/** All that is written in an auction's form (FORM-1). */
export function AuctionFormFields(props: AuctionFormFieldsProps) {
  const { control, locks, number, categories, places, company, own_id, ...days } = props;
  return (
    <>
      <VehicleSection {...{ control, locks, number, categories, company, own_id }} />
      <ConditionSection {...{ control, locks }} />
      <PriceSection {...{ control, locks }} />
      <TimeSection {...{ control, locks }} {...days} />
      <PlaceSection {...{ control, locks, places }} />
    </>
  );
}
