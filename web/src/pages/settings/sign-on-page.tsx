import {
  listSignOnProviders,
  type SignOnProvider,
} from '@restvarde/contract/companies/sign-on-providers';
import type { User } from '@restvarde/contract/users';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Fetched } from './parts/fetched.tsx';
import { ListRow, RowButton } from './parts/list-row.tsx';
import styles from './parts/settings.module.css';
import { SettingsFrame } from './parts/settings-frame.tsx';

// Loaded when a button is pressed: most visits only read.
const loadDialogs = () => import('./sign-on/sign-on-dialogs.tsx');
const ProviderDialog = lazy(async () => ({ default: (await loadDialogs()).ProviderDialog }));
const RemoveProviderDialog = lazy(async () => ({
  default: (await loadDialogs()).RemoveProviderDialog,
}));

/** A company's own single sign-on providers (AUTH-18). */
export default function SignOnPage() {
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsFrame
      title="Inloggningstjänst"
      actions={(_, me) =>
        me.is_superuser && (
          <Button
            variant="primary"
            icon={<KeyRound size={20} />}
            onPress={() => setAdding(true)}
            aria-haspopup="dialog"
          >
            Lägg till
          </Button>
        )
      }
    >
      {(company, me) => (
        <>
          <Providers company={company} me={me} />
          <Suspense fallback={null}>
            {isAdding && (
              <ProviderDialog
                {...{ company, provider: null, isSuperuser: me.is_superuser }}
                onClose={() => setAdding(false)}
              />
            )}
          </Suspense>
        </>
      )}
    </SettingsFrame>
  );
}

function Providers({ company, me }: { company: string | undefined; me: User }) {
  const query = useQuery({
    queryKey: ['sign-on-providers', company ?? null],
    queryFn: ({ signal }) => call(listSignOnProviders, { query: { company }, signal }),
  });
  const [changing, setChanging] = useState<SignOnProvider | null>(null);
  const [removing, setRemoving] = useState<SignOnProvider | null>(null);
  return (
    <Fetched query={query} waiting="Hämtar inloggningstjänsterna">
      {(providers) =>
        providers.length === 0 ? (
          <EmptyState title="Ingen egen inloggningstjänst">{`Personalen loggar in med lösenord och en kod i ett mejl.${!me.is_superuser ? ' Vill ni logga in med arbetskonto? Kontakta Restvärde.' : ''}`}</EmptyState>
        ) : (
          <>
            <ul className="stack surface" aria-label="Inloggningstjänster">
              {providers.map((provider) => (
                <ListRow
                  key={provider.id}
                  name={provider.domains.join(', ')}
                  tools={
                    <>
                      <RowButton of={provider.issuer} onPress={() => setChanging(provider)}>
                        Ändra
                      </RowButton>
                      {me.is_superuser && (
                        <RowButton of={provider.issuer} onPress={() => setRemoving(provider)}>
                          Ta bort
                        </RowButton>
                      )}
                    </>
                  }
                >
                  <p className={styles.detail}>{provider.issuer}</p>
                  <p className={styles.detail}>
                    {provider.role_claim === ''
                      ? 'Roller väljs under Personal'
                      : `Roller efter grupperna i ${provider.role_claim}`}
                  </p>
                </ListRow>
              ))}
            </ul>
            <Suspense fallback={null}>
              {changing !== null && (
                <ProviderDialog
                  {...{ company, provider: changing, isSuperuser: me.is_superuser }}
                  onClose={() => setChanging(null)}
                />
              )}
              {removing !== null && (
                <RemoveProviderDialog provider={removing} onClose={() => setRemoving(null)} />
              )}
            </Suspense>
          </>
        )
      }
    </Fetched>
  );
}
