import type { Category, StagingArea } from '@restvarde/contract/categories';
import { memo } from 'react';
import type { AuctionDraft } from '../draft/auction-draft.ts';
import type { DraftLocks } from '../draft/draft-locks.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import { ConditionSection, PriceSection, VehicleSection } from './auction-form-sections.tsx';
import { PlaceSection, type TimeBounds, TimeSection } from './auction-form-when-where.tsx';

export interface AuctionFormFieldsProps extends TimeBounds {
  control: DraftControl;
  locks: DraftLocks;
  number: string;
  categories: readonly Category[];
  places: readonly StagingArea[];
  /** Named by a superuser only. */
  company: string | undefined;
  /** The auction that is changed. */
  own_id?: number;
  /** What a new auction starts as. */
  defaults?: AuctionDraft;
}

/**
 * All that is written in an auction's form (FORM-1). Each field hears of its own changes: what the form around them has
 * to tell draws none of them again, least of all when it has just come.
 */
export const AuctionFormFields = memo(function Fields(props: AuctionFormFieldsProps) {
  const { control, locks, number, categories, places, company, own_id, defaults, ...days } = props;
  return (
    <>
      <VehicleSection {...{ control, locks, number, categories, company, own_id }} />
      <ConditionSection {...{ control, locks, defaults }} />
      <PriceSection {...{ control, locks, defaults }} />
      <TimeSection {...{ control, locks }} {...days} />
      <PlaceSection {...{ control, locks, places }} />
    </>
  );
});
