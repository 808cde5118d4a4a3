import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { TokenList } from './integrations/token-list.tsx';
import { WebhookList } from './integrations/webhook-list.tsx';
import styles from './parts/settings.module.css';
import { SettingsFrame } from './parts/settings-frame.tsx';

// Loaded when the button is pressed: most visits only read.
const AddTokenDialog = lazy(async () => ({
  default: (await import('./integrations/token-dialogs.tsx')).AddTokenDialog,
}));

/** «Integrationer»: the tokens of a company's other systems (FEED-1), and the webhooks that notify these (FEED-9). */
export default function IntegrationsPage() {
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsFrame title="Integrationer">
      {(company) => (
        <>
          <p>
            <Link to={paths.integrationsGuide}>Guide för systemutvecklare (på engelska)</Link>
          </p>
          <div className={styles.heading}>
            <h2>Nycklar</h2>
            <Button onPress={() => setAdding(true)} aria-haspopup="dialog">
              Lägg till nyckel
            </Button>
          </div>
          <TokenList company={company} />
          <WebhookList company={company} />
          <Suspense fallback={null}>
            {isAdding && <AddTokenDialog company={company} onClose={() => setAdding(false)} />}
          </Suspense>
        </>
      )}
    </SettingsFrame>
  );
}
