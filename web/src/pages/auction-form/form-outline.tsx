import type { FormFault } from '../../base/forms/error-summary.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { FORM_SECTIONS, sectionOf } from './draft/form-sections.ts';
import styles from './form-outline.module.css';

export interface FormOutlineProps {
  /** All errors of the summary. */
  faults: readonly FormFault[];
  onGoTo: (name: string) => void;
}

/** The sections of the form with links and error counts, beside it on wide screens. */
export function FormOutline({ faults, onGoTo }: FormOutlineProps) {
  return (
    <nav aria-label="Delar av formuläret" className={styles.outline}>
      <ul>
        {FORM_SECTIONS.map(({ id, title }) => {
          const [first, ...more] = faults.filter(({ name }) => sectionOf(name) === id);
          const count = first === undefined ? 0 : more.length + 1;
          return (
            <li key={id}>
              <button type="button" onClick={() => onGoTo(first?.name ?? id)}>
                <span>{title}</span>
                {count > 0 && (
                  <>
                    <span className={styles.count} aria-hidden="true">
                      {count}
                    </span>
                    <span className="visually-hidden">{`, ${formatCount(count, 'fel', 'fel')}`}</span>
                  </>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
