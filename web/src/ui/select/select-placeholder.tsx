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

/** «Personbil och Lastbil», or «Alla valda» for all of a list that has a choice for all; '' if none is chosen. */
export function nameChosen<Id extends string | number>(props: {
  choices: readonly Choice<Id>[];
  value: readonly Id[];
  allLabel?: string | undefined;
}): string {
  const { choices, value, allLabel } = props;
  const chosen = choices.filter(({ id }) => value.includes(id));
  return allLabel !== undefined && chosen.length === choices.length && chosen.length > 0
    ? 'Alla valda'
    : listFormat.format(chosen.map(({ label }) => label));
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
          <ChevronDown size={20} className={styles.chevron} />
        </span>
      </FieldBody>
    </div>
  );
}
