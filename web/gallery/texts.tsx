import { useState } from 'react';
import { PasswordField } from '../src/ui/field/password-field.tsx';
import { TextArea } from '../src/ui/field/text-area.tsx';
import { TextField } from '../src/ui/field/text-field.tsx';
import { Grid, Specimen } from './specimen.tsx';

const LONG =
  'Fordonsbesiktningsprotokollsbilaga och demonteringsauktorisationsansökan med årsmodellsuppgift';

export function Texts() {
  const [written, setWritten] = useState('');
  return (
    <Grid>
      <Specimen name="Tomt, med platshållare">
        <TextField
          label="Fabrikat"
          placeholder="Volvo"
          value={written}
          onChange={setWritten}
          description="Som det står i registreringsbeviset."
        />
      </Specimen>
      <Specimen name="Ifyllt, med enhet">
        <TextField label="Mätarställning (mil)" suffix="mil" defaultValue="8 450" />
      </Specimen>
      <Specimen name="Fel">
        <TextField
          label="E-post"
          defaultValue="kalle@"
          error="Ange en giltig e-post"
          description="Dit skickas koden."
        />
      </Specimen>
      <Specimen name="Kan inte ändras">
        <TextField label="Reg.nr" defaultValue="KLM482" isDisabled />
      </Specimen>
      <Specimen name="Stort, med enhet, måste fyllas i">
        <TextField label="Ditt bud (kr)" suffix="kr" size="lg" defaultValue="49 000" isRequired />
      </Specimen>
      <Specimen name="Dold etikett">
        <TextField label="Sök" isLabelHidden placeholder="Sök" />
      </Specimen>
      <Specimen name="Lösenord">
        <PasswordField label="Lösenord" defaultValue="hemligt" />
      </Specimen>
      <Specimen name="Lösenord som är fel">
        <PasswordField label="Nytt lösenord" error="Fyll i detta fält" />
      </Specimen>
      <Specimen name="Långa ord">
        <TextField label={LONG} description={LONG} error={LONG} defaultValue={LONG} suffix="st" />
      </Specimen>
      <Specimen name="Flera rader">
        <TextArea label="Beskrivning" placeholder="Skador, utrustning och skick" />
      </Specimen>
      <Specimen name="Flera rader, fel">
        <TextArea label="Anledning" error="Fyll i detta fält" defaultValue={`${LONG}\n${LONG}`} />
      </Specimen>
      <Specimen name="Flera rader, kan inte ändras">
        <TextArea label="Meddelande" defaultValue="Hämtas på vardagar." isDisabled />
      </Specimen>
    </Grid>
  );
}
