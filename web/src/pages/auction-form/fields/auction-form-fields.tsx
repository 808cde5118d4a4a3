import type { StagingArea } from '@restvarde/contract/categories';
import { memo } from 'react';
import { DamageSection } from '../condition/damage-section.tsx';
import type { AuctionDraft } from '../draft/auction-draft.ts';
import type { DraftLocks } from '../draft/draft-locks.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import { ConditionSection, PriceSection, VehicleSection } from './auction-form-sections.tsx';
import { LocationSection, type TimeBounds, TimeSection } from './auction-form-when-where.tsx';

/** The fields of the vehicle. Memoised, as `SaleFields`. */
export const VehicleFields = memo(VehicleSection);

export interface SaleFieldsProps extends TimeBounds {
  control: DraftControl;
  locks: DraftLocks;
  places: readonly StagingArea[];
  /** Set for a superuser only. */
  company: string | undefined;
  /** The initial values of a new auction. */
  defaults?: AuctionDraft;
}

/**
 * All other fields of an auction's form except files (FORM-1). Memoised: each field subscribes to its own changes, so
 * changes in the surrounding form do not render them again.
 */
export const SaleFields = memo(function Fields(props: SaleFieldsProps) {
  const { control, locks, places, company, defaults, ...days } = props;
  return (
    <>
      <ConditionSection {...{ control, locks, defaults }} />
      <DamageSection {...{ control, locks }} />
      <PriceSection {...{ control, locks, defaults, company }} />
      <TimeSection {...{ control, locks }} {...days} />
      <LocationSection {...{ control, locks, places }} />
    </>
  );
});
