import type { StagingArea } from '@restvarde/contract/categories';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { lazy, memo, Suspense, useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { conditionSummary } from '../../../features/auctions/condition/condition-summary.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import styles from '../condition/condition.module.css';
import { readCondition } from '../condition/read-condition.ts';
import type { AuctionDraft } from '../draft/auction-draft.ts';
import type { DraftLocks } from '../draft/draft-locks.ts';
import { FORM_LABEL } from '../draft/form-sections.ts';
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

// Folded at first, so that the form's first view does without it.
const ConditionFields = lazy(() => import('../condition/condition-fields.tsx'));

/** The section «Skada och skick» (DMG-4): folded, with a summary of the given values. */
function DamageSection({ control, locks }: { control: DraftControl; locks: DraftLocks }) {
  const { field, fieldState } = useController({ control, name: 'condition' });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const lock = locks.condition;
  const isFaulty = fieldState.invalid;
  useEffect(() => {
    if (isFaulty) setOpen(true);
  }, [isFaulty]);
  const summary = conditionSummary(readCondition(field.value));
  return (
    <Card title={FORM_LABEL.condition} id="skada">
      <div className={styles.fold}>
        <p className="quiet">
          {summary ||
            'Valfritt. Visar köparen om objektet startar och rullar, vad som är skadat och hur svårt.'}
        </p>
        <Button
          ref={field.ref}
          aria-expanded={isOpen}
          aria-controls={id}
          isDisabled={lock?.isDisabled ?? false}
          icon={isOpen ? <ChevronUp size={20} /> : <ChevronDown size={20} />}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Dölj' : summary === '' ? 'Ange skada och skick' : 'Ändra skada och skick'}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton height="24rem" radius="var(--radius)" />}>
            <ConditionFields
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
