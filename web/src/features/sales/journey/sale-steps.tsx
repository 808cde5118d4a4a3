import type { JourneyStep } from '@restvarde/contract/sale/journey';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../../../ui/display/money.tsx';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import styles from './sale-steps.module.css';

export interface SaleStepsProps {
  label: string;
  steps: readonly JourneyStep[];
  /** The content of a step: its button, or a form in its place. */
  contentOf?: ((step: JourneyStep) => ReactNode) | undefined;
}

/** Said to screen readers, who see neither mark nor colour. */
const STATE_WORD: Record<JourneyStep['state'], string> = {
  done: 'Klart: ',
  late: 'Försenat: ',
  open: '',
  past: 'Tiden är ute: ',
};

/** The strip of steps of a purchase, for the buyer, the seller and the yard (PICK-14). */
export function SaleSteps({ label, steps, contentOf }: SaleStepsProps) {
  return (
    <ol className="stack" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.kind}
          className={styles.step}
          data-state={step.state}
          data-current={step.is_current || undefined}
          aria-current={step.is_current ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {step.state === 'done' ? <Check size={16} strokeWidth={3} /> : index + 1}
          </span>
          <div className={`stack gap-1 ${styles.body}`}>
            <p className={styles.head}>
              <span className={styles.title}>
                <span className="visually-hidden">{STATE_WORD[step.state]}</span>
                <span>{step.title}</span>
              </span>
              {step.money !== null && !hasSumInNote(step) && (
                <span className={styles.money}>
                  <Money amount={step.money} />
                </span>
              )}
            </p>
            {step.when !== '' && <p className={styles.when}>{unbroken(step.when)}</p>}
            {step.note !== '' && (step.is_current || step.state === 'late') && (
              <p className={styles.note}>{step.note}</p>
            )}
            <CallersContent step={step} contentOf={contentOf} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The note of a late collection states the storage fee, so the amount is not shown again. */
const hasSumInNote = ({ kind, state }: JourneyStep) => kind === 'collect' && state === 'late';

/** A component, since a bare expression beside changing texts might be text (SHELL-15). */
function CallersContent({
  step,
  contentOf,
}: { step: JourneyStep } & Pick<SaleStepsProps, 'contentOf'>) {
  return <>{contentOf?.(step)}</>;
}
