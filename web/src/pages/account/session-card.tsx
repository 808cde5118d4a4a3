import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@restvarde/contract/auth/own-sessions';
import { logoutAll } from '@restvarde/contract/auth/session';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { call } from '../../base/api/call.ts';
import { logOut } from '../../features/users/log-out.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatDateTime } from '../../ui/format/dates.ts';
import styles from './session-card.module.css';

const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
});

/** The user's sessions, and logout (SET-4, SEC-3). */
export function SessionCard() {
  const { data: sessions, error } = useQuery(sessionsQuery);
  const ending = useEnding();
  const leaving = useMutation({ mutationFn: () => call(logoutAll), onSuccess: logOut });
  const failed = ending.error ?? leaving.error ?? (sessions === undefined ? error : null);
  const hasOthers = sessions !== undefined && sessions.length > 1;
  return (
    <Card title="Inloggningar">
      {sessions === undefined && error === null && <Skeleton height="4.5rem" />}
      {sessions !== undefined && (
        <ul className="stack" aria-label="Här är du inloggad">
          {sessions.map((one) => (
            <li key={one.id} className={styles.row}>
              <Where session={one} />
              {!one.is_current && (
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Logga ut ${one.browser}, inloggad ${formatDateTime(one.logged_in_at)}`}
                  isPending={ending.isPending && ending.variables === one.id}
                  onPress={() => ending.mutate(one.id)}
                >
                  Logga ut
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="cluster gap-3">
        <Button icon={<LogOut size={20} />} onPress={logOut}>
          Logga ut
        </Button>
        {hasOthers && (
          <Button
            onPress={() => ending.mutate(null)}
            isPending={ending.isPending && ending.variables === null}
          >
            Logga ut på alla andra enheter
          </Button>
        )}
        <Button onPress={() => leaving.mutate()} isPending={leaving.isPending}>
          Logga ut överallt
        </Button>
      </div>
      <Failure message={failed?.message} />
    </Card>
  );
}

function Where({ session }: { session: OwnSession }) {
  const { browser, ip, logged_in_at, last_used_at, is_current } = session;
  return (
    <div className={styles.about}>
      <p className={styles.name}>
        <span>{browser}</span>
        {is_current && <span className={styles.badge}>Den här enheten</span>}
      </p>
      <p className={`quiet ${styles.detail} dotted`}>
        {ip !== null && <span>{`IP ${ip}`}</span>}{' '}
        <span>
          inloggad <time dateTime={logged_in_at}>{formatDateTime(logged_in_at)}</time>
        </span>{' '}
        {!is_current && (
          <span>
            använd <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
          </span>
        )}
      </p>
    </div>
  );
}

/** Ends a session by its id, or with null all but this one. */
function useEnding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions) : call(endOwnSession, { params: { id } }),
    onSuccess: () => announce('Enheten är utloggad'),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
