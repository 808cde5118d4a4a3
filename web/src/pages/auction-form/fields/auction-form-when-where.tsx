import type { StagingArea } from '@restvarde/contract/categories';
import { useWatch } from 'react-hook-form';
import { SelectInput } from '../../../base/forms/choice-input.tsx';
import { DateInput } from '../../../base/forms/date-input.tsx';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { TimeInput } from '../../../base/forms/time-input.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { OTHER } from '../draft/auction-draft.ts';
import { clockChange } from '../draft/clock-change.ts';
import {
  inOrder,
  lockableInputsOf,
  type SectionInputs,
  type SectionProps,
} from './auction-form-sections.tsx';
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
  const input = lockableInputsOf(control, locks);
  const [start, start_time, end, end_time] = useWatch({
    control,
    name: ['start_date', 'start_time', 'end_date', 'end_time'],
  });
  const odd = new Set([clockChange(start, start_time), clockChange(end, end_time)]);
  const inputs: SectionInputs<'tid'> = {
    start_date: <DateInput {...input('start_date')} min={first_start} />,
    start_time: <TimeInput {...input('start_time')} />,
    end_date: <DateInput {...input('end_date')} min={[start, first_end].sort().at(-1)} />,
    end_time: <TimeInput {...input('end_time')} />,
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
  const input = lockableInputsOf(control, locks);
  const chosen = useWatch({ control, name: 'staging_area' });
  const inputs: SectionInputs<'plats'> = {
    staging_area: (
      <SelectInput
        {...input('staging_area')}
        placeholder="Välj plats"
        choices={[
          ...places.map(({ id, name }) => ({ id: String(id), label: name })),
          { id: OTHER, label: 'Annan' },
        ]}
      />
    ),
    staging_area_name: chosen === OTHER && (
      <TextInput
        {...input('staging_area_name', 'Namn och ort, så att köparen hittar dit.')}
        maxLength={120}
      />
    ),
  };
  return (
    <Card title="Plats" id="plats">
      <div className={styles.pair}>{inOrder(inputs)}</div>
    </Card>
  );
}
