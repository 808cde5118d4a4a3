import type { Category, StagingArea } from '@restvarde/contract/categories';
import { memo } from 'react';
import type { AuctionDraft } from '../draft/auction-draft.ts';
import type { DraftLocks } from '../draft/draft-locks.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import { ConditionSection, PriceSection, VehicleSection } from './auction-form-sections.tsx';
import { LocationSection, type TimeBounds, TimeSection } from './auction-form-when-where.tsx';

export interface AuctionFormFieldsProps extends TimeBounds {
  control: DraftControl;
  locks: DraftLocks;
  number: string;
  categories: readonly Category[];
  places: readonly StagingArea[];
  /** Set for a superuser only. */
  company: string | undefined;
  /** The id of the auction that is changed. */
  own_id?: number;
  /** The initial values of a new auction. */
  defaults?: AuctionDraft;
}

/**
 * All fields of an auction's form except files (FORM-1). Memoised: each field subscribes to its own changes, so
 * changes in the surrounding form do not render them again.
 */
export const AuctionFormFields = memo(function Fields(props: AuctionFormFieldsProps) {
  const { control, locks, number, categories, places, company, own_id, defaults, ...days } = props;
  return (
    <>
      <VehicleSection {...{ control, locks, number, categories, company, own_id }} />
      <ConditionSection {...{ control, locks, defaults }} />
      <PriceSection {...{ control, locks, defaults }} />
      <TimeSection {...{ control, locks }} {...days} />
      <LocationSection {...{ control, locks, places }} />
    </>
  );
});
