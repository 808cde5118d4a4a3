import { Bell, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/ui/button/button.tsx';
import { ToggleButton } from '../src/ui/button/toggle-button.tsx';
import { Column, Grid, Row, Specimen } from './specimen.tsx';

const LOOKS = {
  primary: 'Spara',
  secondary: 'Ändra',
  quiet: 'Visa mer',
  danger: 'Radera',
} as const;
const VARIANTS = Object.entries(LOOKS) as [keyof typeof LOOKS, string][];

export function Buttons() {
  const [isOn, setOn] = useState(false);
  return (
    <Grid>
      <Specimen name="Slag">
        <Row>
          {VARIANTS.map(([variant, word]) => (
            <Button key={variant} variant={variant}>
              {word}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Kan inte tryckas">
        <Row>
          {VARIANTS.map(([variant, word]) => (
            <Button key={variant} variant={variant} isDisabled>
              {word}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Väntar, utan och med ord">
        <Row>
          {VARIANTS.map(([variant, word]) => (
            <Button key={variant} variant={variant} isPending>
              {word}
            </Button>
          ))}
          <Button variant="primary" isPending pendingLabel="Sparar …">
            Spara
          </Button>
          <Button isPending pendingLabel="Hämtar …">
            Visa fler
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Väntar när den trycks">
        <Waiting />
      </Specimen>
      <Specimen name="Storlekar">
        <Row>
          <Button size="sm">Liten</Button>
          <Button>Vanlig</Button>
          <Button size="lg" variant="primary">
            Stor
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Med tecken, och bara tecken">
        <Row>
          <Button icon={<Plus size={20} />}>Lägg till</Button>
          <Button isSquare aria-label="Lägg till">
            <Plus size={20} />
          </Button>
          <Button isSquare size="sm" variant="quiet" aria-label="Lägg till en liten">
            <Plus size={20} />
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Av och på">
        <Row>
          <ToggleButton isSelected={isOn} onChange={setOn}>
            <Bell size={20} />
            Bevaka
          </ToggleButton>
          <ToggleButton isSelected>Vald</ToggleButton>
          <ToggleButton isDisabled>Kan inte väljas</ToggleButton>
        </Row>
      </Specimen>
      <Specimen name="Så bred som sin plats, och med långa ord">
        <Column>
          <Button isWide variant="primary">
            Bekräfta 49 000 kr
          </Button>
          <Button isWide>Ladda ner besiktningsprotokollet för Volvo V60 Recharge</Button>
        </Column>
      </Specimen>
    </Grid>
  );
}

function Waiting() {
  const [isPending, setPending] = useState(false);
  return (
    <Row>
      <Button
        variant="primary"
        isPending={isPending}
        pendingLabel="Skickar …"
        onPress={() => {
          setPending(true);
          setTimeout(() => setPending(false), 2000);
        }}
      >
        Skicka i två sekunder
      </Button>
    </Row>
  );
}
