import { ChevronDown } from 'lucide-react';
import fieldStyles from '../field/field.module.css';
import { FieldBody, type FieldFrame } from '../field/field.tsx';
import styles from '../popover.module.css';

export interface Choice<Id extends string | number = string | number> {
  id: Id;
  label: string;
  /** Beside the label in the list, such as a count. */
  note?: string;
}

const listFormat = new Intl.ListFormat('sv-SE');

/** «Personbil och Lastbil»; '' if empty. */
export function nameAll(choices: readonly Choice[]): string {
  return listFormat.format(choices.map(({ label }) => label));
}

/** Looks like the closed select until its script is loaded, so that nothing moves. */
export function SelectPlaceholder(props: FieldFrame & { chosen: string; placeholder: string }) {
  const { chosen, placeholder, ...frame } = props;
  return (
    <div className={fieldStyles.field} aria-busy="true">
      <FieldBody {...frame}>
        <span className={`${fieldStyles.control} ${styles.trigger}`}>
          <span className={styles.value} data-placeholder={chosen === '' || undefined}>
            {chosen || placeholder}
          </span>
          <ChevronDown aria-hidden="true" size={20} className={styles.chevron} />
        </span>
      </FieldBody>
    </div>
  );
}
