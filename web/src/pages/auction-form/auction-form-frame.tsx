import type { ClipboardEvent, ReactElement, ReactNode } from 'react';
import { ErrorSummary, type FormFault } from '../../base/forms/error-summary.tsx';
import { FormMessage } from '../../base/forms/form-message.tsx';
import { SaveButton } from '../../ui/button/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './auction-form.module.css';
import type { DraftField } from './draft/auction-draft.ts';
import { FORM_SECTIONS, sectionOf } from './draft/form-sections.ts';
import type { AuctionForm } from './draft/use-auction-form.ts';
import type { UploadQueue } from './files/upload-queue.ts';

export interface AuctionFormFrameProps {
  checked: AuctionForm;
  pictures: UploadQueue;
  documents: UploadQueue;
  /** Above the form: a restored draft, or what is locked. */
  notice?: ReactElement;
  children: ReactNode;
  /** At the bottom, beside the button: the status. */
  status: string;
  submitLabel: string;
  /** Beside it: other ways to save. */
  others?: ReactElement | undefined;
}

/** The frame of an auction's form: errors above, and a sticky button below. */
export function AuctionFormFrame(props: AuctionFormFrameProps) {
  const { checked, pictures, documents, notice, children, status, submitLabel, others } = props;
  const faults = [...checked.faults, ...pictures.faults, ...documents.faults];

  function goTo(name: string) {
    const section = name in checked.form.getValues() ? undefined : sectionOf(name);
    if (section === undefined) return checked.form.setFocus(name as DraftField);
    const part = document.getElementById(section);
    part?.scrollIntoView({ block: 'start' });
    part?.focus({ preventScroll: true });
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    const isPicture = (file: File) => file.type.startsWith('image');
    const shown = files.filter(isPicture);
    const read = files.filter((file) => !isPicture(file));
    if (shown.length > 0) pictures.add(shown);
    if (read.length > 0) documents.add(read);
  }

  return (
    <form
      className={`stack gap-5 ${styles.form}`}
      noValidate
      onPaste={paste}
      onSubmit={checked.onSubmit}
    >
      {notice}
      <FormMessage
        title="Auktionen kunde inte sparas. Dina uppgifter finns kvar."
        messages={checked.failure}
      />
      <ErrorSummary faults={faults} attempt={checked.attempt} onGoTo={goTo} />
      {children}
      <FormOutline faults={faults} onGoTo={goTo} />
      <div className={styles.foot}>
        <p role="status">{status}</p>
        <div className={styles.acts}>
          {others}
          <SaveButton size="lg" isPending={checked.isPending}>
            {submitLabel}
          </SaveButton>
        </div>
      </div>
    </form>
  );
}

interface FormOutlineProps {
  /** All errors of the summary. */
  faults: readonly FormFault[];
  onGoTo: (name: string) => void;
}

/** The sections of the form with links and error counts, beside it on wide screens. */
function FormOutline({ faults, onGoTo }: FormOutlineProps) {
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
