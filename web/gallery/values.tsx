import { useState } from 'react';
import { Breadcrumb } from '../src/ui/display/breadcrumb.tsx';
import { Card } from '../src/ui/display/card.tsx';
import { ChipList } from '../src/ui/display/chip.tsx';
import { Countdown } from '../src/ui/display/countdown.tsx';
import { Money } from '../src/ui/display/money.tsx';
import { NewTabLink } from '../src/ui/display/new-tab-link.tsx';
import { type Status, StatusBadge } from '../src/ui/display/status-badge.tsx';
import { ValueList } from '../src/ui/display/value-list.tsx';
import { Column, Grid, Row, Specimen } from './specimen.tsx';

const STATUSES: Status[] = ['upcoming', 'active', 'ending', 'ended', 'leading', 'outbid', 'won'];
const CHIPS = ['Status: Aktiv', 'Ort: Göteborg', 'Modell: Fordonsbesiktningsprotokollsbilagan'];
const ENDS = [2.2 * 86_400_000, 3.1 * 3_600_000, 192_000, 9000, 0].map((ms) =>
  new Date(Date.now() + ms).toISOString(),
);

export function Values() {
  const [chips, setChips] = useState(CHIPS);
  return (
    <Grid>
      <Specimen name="Lägen">
        <Row>
          {STATUSES.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <StatusBadge status="ending">3 min 12 s</StatusBadge>
        </Row>
      </Specimen>
      <Specimen name="Tid som är kvar">
        <Row>
          {ENDS.map((end) => (
            <Countdown key={end} until={end} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="Belopp">
        <Column>
          <Money amount={12_500} />
          <Money amount={49_000} size="md" />
          <Money amount={1_234_567} size="lg" />
          <Money amount={1_234_567} size="xl" />
          <Money amount={null} absent="Inga bud" size="lg" />
        </Column>
      </Specimen>
      <Specimen name="Värden i en ruta">
        <Card title="Fordon">
          <ValueList
            rows={[
              ['Reg.nr', 'KLM482'],
              ['Mätarställning', '8 450 mil'],
              ['Högsta bud', <Money key="bid" amount={49_000} />],
              ['Fordonsbesiktningsprotokoll', 'Fordonsbesiktningsprotokollsbilaga nummer 4711'],
              ['Saknas', null],
            ]}
          />
        </Card>
      </Specimen>
      <Specimen name="Sökväg">
        <Breadcrumb
          items={[
            { title: 'Inställningar', href: '?del=Lägen' },
            { title: 'Uppställningsplatser', href: '?del=Tabeller' },
          ]}
          current="Fordonsbesiktningsprotokollsbilaga"
        />
      </Specimen>
      <Specimen name="Filter som gäller">
        <ChipList
          label="Filter"
          chips={chips.map((label) => ({
            id: label,
            label,
            onRemove: () => setChips(chips.filter((chip) => chip !== label)),
          }))}
        />
      </Specimen>
      <Specimen name="Länk till en ny flik">
        <p>
          Läs <NewTabLink href="/gallery.html">villkoren</NewTabLink> först.
        </p>
      </Specimen>
    </Grid>
  );
}
