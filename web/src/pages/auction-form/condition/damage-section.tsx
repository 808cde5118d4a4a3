import { ChevronDown, ChevronUp } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { conditionSummary } from '../../../features/auctions/condition/condition-summary.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { DraftLocks } from '../draft/draft-locks.ts';
import { FORM_LABEL } from '../draft/form-labels.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import styles from './condition.module.css';
import { readCondition } from './read-condition.ts';

// Folded at first, so that the form's first view does without it.
const ConditionFields = lazy(() => import('./condition-fields.tsx'));

/** What is known of the object's condition (DMG-4): folded, with a summary of what was given. */
export function DamageSection({ control, locks }: { control: DraftControl; locks: DraftLocks }) {
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
          icon={
            isOpen ? (
              <ChevronUp aria-hidden="true" size={20} />
            ) : (
              <ChevronDown aria-hidden="true" size={20} />
            )
          }
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
