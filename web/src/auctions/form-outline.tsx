import { formatCount } from '../format/numbers.ts';
import type { FormFault } from '../forms/error-summary.tsx';
import type { DraftField } from './auction-draft.ts';
import styles from './form-outline.module.css';
import { FORM_SECTIONS } from './form-sections.ts';
import type { FormFiles } from './use-form-files.ts';

export interface FormOutlineProps {
  faults: readonly FormFault[];
  pictures: FormFiles;
  documents: FormFiles;
  onGoTo: (name: DraftField) => void;
}

/** The parts of the form beside it, where there is room: a way to each, and how much is wrong there. */
export function FormOutline({ faults, pictures, documents, onGoTo }: FormOutlineProps) {
  const failed = ({ files, error }: FormFiles) =>
    files.filter(({ preview }) => preview.status === 'failed').length + (error ? 1 : 0);
  return (
    <nav aria-label="Delar av formuläret" className={styles.outline}>
      <ul>
        {FORM_SECTIONS.map(({ id, title, fields }) => {
          const wrong = faults.filter(({ name }) => (fields as readonly string[]).includes(name));
          const count =
            id === 'bilder'
              ? failed(pictures)
              : id === 'dokument'
                ? failed(documents)
                : wrong.length;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  const [first] = wrong;
                  if (first === undefined) goTo(id);
                  else onGoTo(first.name as DraftField);
                }}
              >
                {title}
                {count > 0 && (
                  <>
                    <span className={styles.count} aria-hidden="true">
                      {count}
                    </span>
                    <span className="visually-hidden">, {formatCount(count, 'fel', 'fel')}</span>
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

function goTo(id: string) {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}
