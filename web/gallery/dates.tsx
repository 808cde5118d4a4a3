import { useState } from 'react';
import { DateField, type DateFieldProps } from '../src/ui/date/date-field.tsx';
import { TimeField } from '../src/ui/date/time-field.tsx';
import { Grid, Specimen } from './specimen.tsx';

function OwnDate({
  initial = '',
  ...rest
}: Omit<DateFieldProps, 'value' | 'onChange'> & { initial?: string }) {
  const [value, setValue] = useState(initial);
  return <DateField {...rest} value={value} onChange={setValue} />;
}

function isWeekend(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

export function Dates() {
  const [time, setTime] = useState('14:30');
  return (
    <Grid>
      <Specimen name="Tomt">
        <OwnDate label="Startdatum" />
      </Specimen>
      <Specimen name="Ifyllt">
        <OwnDate label="Slutdatum" initial="2026-11-10" />
      </Specimen>
      <Specimen name="Inom gränser, utan helger">
        <OwnDate
          label="Hämtas senast"
          initial="2026-11-10"
          min="2026-11-05"
          max="2027-01-20"
          isDateDisabled={isWeekend}
          description="En vardag från 2026-11-05 till 2027-01-20."
        />
      </Specimen>
      <Specimen name="Fel">
        <OwnDate label="Första dag i trafik" error="Ange ett datum" />
      </Specimen>
      <Specimen name="Kan inte ändras">
        <OwnDate label="Skadedatum" initial="2026-10-01" isDisabled />
      </Specimen>
      <Specimen name="Klockslag">
        <TimeField label="Starttid" value={time} onChange={setTime} />
      </Specimen>
      <Specimen name="Klockslag som saknas">
        <TimeField label="Sluttid" value="" onChange={setTime} error="Ange en tid" />
      </Specimen>
    </Grid>
  );
}
