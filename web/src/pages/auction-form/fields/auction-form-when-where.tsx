import type { StagingArea } from '@restvarde/contract/categories';
import { useWatch } from 'react-hook-form';
import { SelectInput } from '../../../base/forms/choice-input.tsx';
import { DateInput } from '../../../base/forms/date-input.tsx';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { TimeInput } from '../../../base/forms/time-input.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { OTHER } from '../draft/auction-draft.ts';
import { clockChange } from '../draft/clock-change.ts';
import { heldBy } from '../draft/draft-locks.ts';
import { FORM_LABEL } from '../draft/form-labels.ts';
import { inOrder, type SectionInputs, type SectionProps } from './auction-form-sections.tsx';
import styles from './fields.module.css';

export interface TimeBounds {
  /** The earliest dates that can be chosen, YYYY-MM-DD. */
  first_start: string;
  first_end?: string;
  /** The origin of a new auction's times. */
  preset?: string | undefined;
}

/** The start and the end. */
export function TimeSection(props: SectionProps & TimeBounds) {
  const { control, locks, first_start, first_end = first_start, preset } = props;
  const [start, start_time, end, end_time] = useWatch({
    control,
    name: ['start_date', 'start_time', 'end_date', 'end_time'],
  });
  const odd = new Set([clockChange(start, start_time), clockChange(end, end_time)]);
  const inputs: SectionInputs<'tid'> = {
    start_date: (
      <DateInput
        control={control}
        name="start_date"
        label={FORM_LABEL.start_date}
        min={first_start}
        {...heldBy(locks, 'start_date')}
      />
    ),
    start_time: (
      <TimeInput
        control={control}
        name="start_time"
        label={FORM_LABEL.start_time}
        {...heldBy(locks, 'start_time')}
      />
    ),
    end_date: (
      <DateInput
        control={control}
        name="end_date"
        label={FORM_LABEL.end_date}
        min={[start, first_end].sort().at(-1)}
        {...heldBy(locks, 'end_date')}
      />
    ),
    end_time: (
      <TimeInput
        control={control}
        name="end_time"
        label={FORM_LABEL.end_time}
        {...heldBy(locks, 'end_time')}
      />
    ),
  };
  return (
    <Card title="Tid" id="tid">
      <div className={styles.times}>{inOrder(inputs)}</div>
      <div role="status" className={styles.odd}>
        {[...odd].map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
      </div>
      {preset !== undefined && <p className="quiet">{preset}</p>}
    </Card>
  );
}

/** The object's location; «Annan» adds a text field (FORM-3). */
export function LocationSection(props: SectionProps & { places: readonly StagingArea[] }) {
  const { control, locks, places } = props;
  const chosen = useWatch({ control, name: 'staging_area' });
  const inputs: SectionInputs<'plats'> = {
    staging_area: (
      <SelectInput
        control={control}
        name="staging_area"
        label={FORM_LABEL.staging_area}
        placeholder="Välj plats"
        choices={[
          ...places.map(({ id, name }) => ({ id: String(id), label: name })),
          { id: OTHER, label: 'Annan' },
        ]}
        {...heldBy(locks, 'staging_area')}
      />
    ),
    staging_area_name: chosen === OTHER && (
      <TextInput
        control={control}
        name="staging_area_name"
        label={FORM_LABEL.staging_area_name}
        maxLength={120}
        {...heldBy(locks, 'staging_area_name', 'Namn och ort, så att köparen hittar dit.')}
      />
    ),
  };
  return (
    <Card title="Plats" id="plats">
      <div className={styles.pair}>{inOrder(inputs)}</div>
    </Card>
  );
}
