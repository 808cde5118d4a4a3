import { listTokens, type Token } from '@restvarde/contract/feed/tokens';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { formatDate, formatDateTime } from '../../../ui/format/dates.ts';
import { Fetched } from '../parts/fetched.tsx';
import { ListRow, RowButton } from '../parts/list-row.tsx';
import styles from '../parts/settings.module.css';

const RemoveTokenDialog = lazy(async () => ({
  default: (await import('./token-dialogs.tsx')).RemoveTokenDialog,
}));

/** The tokens of a company, with their last use and their last day (FEED-1). */
export function TokenList({ company }: { company: string | undefined }) {
  const query = useQuery({
    queryKey: ['tokens', company ?? null],
    queryFn: ({ signal }) => call(listTokens, { query: { company }, signal }),
  });
  const [removing, setRemoving] = useState<Token | null>(null);
  return (
    <Fetched query={query} waiting="Hämtar nycklarna">
      {(tokens) =>
        tokens.length === 0 ? (
          <EmptyState title="Inga nycklar">
            Med en nyckel kan bolagets skadesystem lägga till auktioner och läsa hur de gick.
          </EmptyState>
        ) : (
          <>
            <ul className="stack surface" aria-label="Nycklar">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onRemove={() => setRemoving(token)} />
              ))}
            </ul>
            <Suspense fallback={null}>
              {removing !== null && (
                <RemoveTokenDialog
                  token={removing}
                  company={company}
                  onClose={() => setRemoving(null)}
                />
              )}
            </Suspense>
          </>
        )
      }
    </Fetched>
  );
}

function TokenRow({ token, onRemove }: { token: Token; onRemove: () => void }) {
  const { name, prefix, scopes, created_at, created_by, last_used_at, expires_on } = token;
  const isExpired = expires_on < formatDate(serverClock.now());
  return (
    <ListRow
      name={name}
      warning={isExpired ? 'Har gått ut' : null}
      tools={
        <RowButton of={name} onPress={onRemove}>
          Ta bort
        </RowButton>
      }
    >
      <p className={styles.detail}>
        {`${prefix}… · ${scopes.includes('auctions:write') ? 'Läsa och ändra auktioner' : 'Läsa auktioner'}`}
      </p>
      <p className={styles.detail}>
        {`${isExpired ? 'Gällde' : 'Gäller'} t.o.m. ${expires_on} · ${
          last_used_at === null
            ? 'Har inte använts'
            : `Användes senast ${formatDateTime(last_used_at)}`
        }`}
      </p>
      <p className={styles.detail}>
        {`Tillagd ${formatDate(created_at)} av ${created_by.first_name} ${created_by.last_name}`}
      </p>
    </ListRow>
  );
}
