import { useState } from 'react';
import { Checkbox } from '../src/ui/field/checkbox.tsx';
import { RadioGroup, type RadioGroupProps } from '../src/ui/field/radio-group.tsx';
import { MultiSelect } from '../src/ui/select/multi-select.tsx';
import { Select } from '../src/ui/select/select.tsx';
import { Column, Grid, Specimen } from './specimen.tsx';

const KINDS = [
  { id: 1, label: 'Personbil' },
  { id: 2, label: 'Lastbil' },
  { id: 3, label: 'Motorcykel' },
  { id: 4, label: 'Husvagn' },
  { id: 5, label: 'Fordonsbesiktningsprotokollsbilagor' },
];
const WAYS = [
  { id: 'repair', label: 'Reparation', detail: 'Fordonet ska åter i trafik.' },
  { id: 'parts', label: 'Demontering' },
];
const none = () => {};

export function Choices() {
  const [kind, setKind] = useState<number | null>(null);
  const [kinds, setKinds] = useState<number[]>([2]);
  return (
    <Grid>
      <Specimen name="Kryssrutor">
        <Column>
          <Checkbox>Huvudbild</Checkbox>
          <Checkbox defaultSelected description="Gäller tills du ändrar det.">
            Meddela mig om nya bud
          </Checkbox>
          <Checkbox isIndeterminate>Några valda</Checkbox>
          <Checkbox isDisabled>Kan inte väljas</Checkbox>
          <Checkbox isDisabled defaultSelected>
            Kan inte väljas bort
          </Checkbox>
          <Checkbox error="Du måste godkänna villkoren">Jag godkänner villkoren</Checkbox>
          <Checkbox>
            En mycket lång text som visar hur fordonsbesiktningsprotokollsbilagorna bryts i flera
            rader bredvid rutan
          </Checkbox>
        </Column>
      </Specimen>
      <Specimen name="Ett av några få">
        <Column>
          <Ways label="Säljes för" chosen="repair" />
          <Ways label="I en rad" orientation="horizontal" />
          <Ways label="Fel" error="Välj ett av dem" />
          <Ways label="Kan inte ändras" chosen="parts" isDisabled />
        </Column>
      </Specimen>
      <Specimen name="Ett ur en lista">
        <Column>
          <Select label="Kategori" choices={KINDS} value={kind} onChange={setKind} />
          <Select label="Vald" choices={KINDS} value={5} onChange={none} description="Lång text." />
          <Select label="Fel" choices={KINDS} value={null} onChange={none} error="Välj en" />
          <Select label="Kan inte ändras" choices={KINDS} value={1} onChange={none} isDisabled />
          <Select label="Inget att välja" choices={[]} value={null} onChange={none} />
        </Column>
      </Specimen>
      <Specimen name="Flera ur en lista">
        <Column>
          <MultiSelect
            label="Kategorier"
            allLabel="Välj alla"
            choices={KINDS}
            value={kinds}
            onChange={setKinds}
          />
          <MultiSelect
            label="Alla valda"
            allLabel="Välj alla"
            choices={KINDS}
            value={KINDS.map(({ id }) => id)}
            onChange={none}
          />
          <MultiSelect label="Utan ”alla”" choices={KINDS} value={[]} onChange={none} />
          <MultiSelect
            label="Fel i kategorier"
            choices={KINDS}
            value={[]}
            onChange={none}
            error="Välj minst en"
          />
          <MultiSelect label="Låst" choices={KINDS} value={[1]} onChange={none} isDisabled />
        </Column>
      </Specimen>
    </Grid>
  );
}

function Ways(
  props: Omit<RadioGroupProps, 'choices' | 'value' | 'onChange'> & { chosen?: string },
) {
  const { chosen = null, ...rest } = props;
  const [value, setValue] = useState(chosen);
  return <RadioGroup {...rest} choices={WAYS} value={value} onChange={setValue} />;
}
