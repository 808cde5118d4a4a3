import { useState } from 'react';
import { Button } from '../src/ui/button/button.tsx';
import { Card } from '../src/ui/display/card.tsx';
import { EmptyState } from '../src/ui/feedback/empty-state.tsx';
import { ErrorState } from '../src/ui/feedback/error-state.tsx';
import { Notice, type Tone } from '../src/ui/feedback/notice.tsx';
import { Skeleton } from '../src/ui/feedback/skeleton.tsx';
import { Column, Grid, Specimen } from './specimen.tsx';

const TONES: Tone[] = ['info', 'success', 'warn', 'danger'];

export function States() {
  const [isRetrying, setRetrying] = useState(false);
  return (
    <Grid>
      <Specimen name="Meddelanden på plats">
        <Column>
          {TONES.map((tone) => (
            <Notice key={tone} tone={tone} title="Auktionen är förlängd">
              <p>
                Ett bud kom sent. Den slutar nu <a href="?del=Lägen">14:32</a>.
              </p>
            </Notice>
          ))}
          <Notice tone="warn">Utan rubrik.</Notice>
        </Column>
      </Specimen>
      <Specimen name="Medan något hämtas">
        <Card>
          <div aria-busy="true">
            <Skeleton height="9rem" radius="var(--radius)" />
            <Skeleton />
            <Skeleton width="60%" />
          </div>
        </Card>
      </Specimen>
      <Specimen name="Inget att visa">
        <Card>
          <EmptyState title="Inga auktioner" action={<Button>Rensa filter</Button>}>
            Inget stämmer med ditt filter.
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen name="Gick inte att hämta">
        <Card>
          <ErrorState
            message="Kontrollera anslutningen och försök igen."
            request_id="9f3c-2214"
            isRetrying={isRetrying}
            onRetry={() => {
              setRetrying(true);
              setTimeout(() => setRetrying(false), 2000);
            }}
          />
        </Card>
      </Specimen>
    </Grid>
  );
}
