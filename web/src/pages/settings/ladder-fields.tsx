import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { NumberInput } from '../../base/forms/text-input.tsx';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { EMPTY_ROW, isEmptyRow, ladderExample, ladderGap, readLadder } from './ladder-rows.ts';
import styles from './parts/settings.module.css';
import { type FieldsProps, LADDER_CELLS, needsRow, type SettingsDraft } from './settings-draft.ts';

const NAME = 'bid_increment_intervals';

/** The rows of bid increments (SET-2). Typing in the last row adds an empty one. */
export function LadderFields({ form }: Pick<FieldsProps, 'form'>) {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: NAME });
  const isWide = useMedia('(min-width: 40em)');
  const box = useRef<HTMLDivElement>(null);
  const rows = useWatch({ control, name: NAME });

  function follow() {
    if (needsRow(form.getValues(NAME))) {
      append({ ...EMPTY_ROW }, { shouldFocus: false });
      announce('Ny rad tillagd');
    }
  }

  function drop(index: number) {
    remove(index);
    form.clearErrors(NAME);
    announce(`Intervall ${index + 1} är borttaget`);
    // The removed row takes its button with it.
    setTimeout(() => {
      const next = box.current?.querySelectorAll('fieldset')[index];
      next?.querySelector<HTMLElement>('input')?.focus();
    });
  }

  return (
    <div className="stack gap-3">
      <h3>Lägsta höjning av bud</h3>
      <p className="quiet">
        Så mycket måste ett bud minst höjas när högsta budet ligger mellan de två beloppen.
      </p>
      <div className={styles.titles} aria-hidden="true">
        {LADDER_CELLS.map(({ name, label }) => (
          <span key={name}>{label}</span>
        ))}
      </div>
      <div ref={box} className="stack gap-3" onChange={follow}>
        {fields.map((field, index) => (
          <fieldset key={field.id} className={styles.interval}>
            <legend className="visually-hidden">{`Intervall ${index + 1}`}</legend>
            {LADDER_CELLS.map(({ name, label }) => (
              <NumberInput
                key={name}
                control={control}
                name={`${NAME}.${index}.${name}`}
                label={label}
                isLabelHidden={isWide}
                maxLength={15}
              />
            ))}
            {(index < fields.length - 1 || !isEmptyRow(rows[index] ?? EMPTY_ROW)) && (
              <Button
                variant="quiet"
                isSquare
                aria-label={`Ta bort intervall ${index + 1}`}
                onPress={() => drop(index)}
              >
                <Trash2 size={20} />
              </Button>
            )}
          </fieldset>
        ))}
      </div>
      <LadderOutcome rows={rows} />
    </div>
  );
}

/** The effect of the rows as typed. */
function LadderOutcome({ rows }: { rows: SettingsDraft[typeof NAME] }) {
  const ladder = readLadder(rows);
  const gap = ladder === null ? null : ladderGap(ladder);
  return (
    <>
      <p className={styles.example}>
        {ladder === null
          ? 'När raderna är ifyllda ser du här vad lägsta nästa bud blir.'
          : ladderExample(ladder)}
      </p>
      {gap !== null && <Notice tone="warn">{gap}</Notice>}
    </>
  );
}
