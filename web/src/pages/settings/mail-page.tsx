import {
  type FailedEmail,
  readMailState,
  resendFailedEmail,
  resendFailedEmails,
} from '@restvarde/contract/failed-emails';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../base/api/call.ts';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showSuccess, showToast } from '../../ui/feedback/toast.ts';
import { formatDateTime } from '../../ui/format/dates.ts';
import { unbroken } from '../../ui/format/unbroken.tsx';
import { AlertDialog } from '../../ui/modal/alert-dialog.tsx';
import { describeMail, explainReason } from './mail-words.ts';
import { Fetched } from './parts/fetched.tsx';
import { ListRow, RowButton } from './parts/list-row.tsx';
import styles from './parts/settings.module.css';
import { SettingsFrame } from './parts/settings-frame.tsx';

const mailQuery = queryOptions({
  queryKey: ['mail state'],
  queryFn: ({ signal }) => call(readMailState, { signal }),
  refetchInterval: 10_000,
});

/** The state of email delivery, and failed emails to resend, for superusers (MAIL-2). */
export default function MailPage() {
  const query = useQuery(mailQuery);
  return (
    <SettingsFrame title="Mejl" noneLabel={null}>
      {() => (
        <Fetched query={query} waiting="Hämtar läget">
          {(state) => {
            const { is_well, text } = describeMail(state, serverClock.now());
            return (
              <>
                <Notice tone={is_well ? 'success' : 'warn'}>{text}</Notice>
                {state.given_up === 0 ? (
                  <EmptyState
                    title="Inga mejl har fastnat"
                    icon={<Send size={28} strokeWidth={1.75} />}
                  >
                    Mejl som mejlservern inte har tagit emot på ett halvt dygn visas här.
                  </EmptyState>
                ) : (
                  <FailedEmails emails={state.letters} count={state.given_up} />
                )}
              </>
            );
          }}
        </Fetched>
      )}
    </SettingsFrame>
  );
}

function FailedEmails({ emails, count }: { emails: FailedEmail[]; count: number }) {
  const [isAsking, setAsking] = useState(false);
  const resend = useResend();
  return (
    <section className="stack gap-4">
      <div className={styles.heading}>
        <h2>{`${count} mejl kunde inte skickas`}</h2>
        {count > 1 && (
          <Button aria-haspopup="dialog" onPress={() => setAsking(true)}>
            Skicka alla igen
          </Button>
        )}
      </div>
      {count > emails.length && <p className="quiet">{`De ${emails.length} senaste visas.`}</p>}
      <ul className="stack surface" aria-label="Mejl som inte kunde skickas">
        {emails.map((email) => (
          <ListRow
            key={email.id}
            name={email.name}
            tools={
              <RowButton
                of={`till ${email.to ?? 'ingen'}: ${email.name}`}
                isPending={resend.isPending && resend.variables === email.id}
                onPress={() => resend.mutate(email.id)}
              >
                Skicka igen
              </RowButton>
            }
          >
            <About email={email} />
          </ListRow>
        ))}
      </ul>
      <AlertDialog
        title={`Skicka ${count} mejl igen?`}
        isOpen={isAsking}
        onOpenChange={setAsking}
        confirmLabel="Skicka alla igen"
        isPending={resend.isPending}
        onConfirm={() => resend.mutate('all', { onSettled: () => setAsking(false) })}
      >
        De skickas bara till dem som fortfarande ska ha dem.
      </AlertDialog>
    </section>
  );
}

function About({ email }: { email: FailedEmail }) {
  return (
    <>
      <p className={styles.detail}>{email.to ?? 'Ingen ska ha mejlet längre'}</p>
      {email.auction_id !== null && (
        <p className={styles.detail}>
          Auktion{' '}
          <Link to={paths.auction(String(email.auction_id))}>
            {email.auction_number ?? email.auction_id}
          </Link>
        </p>
      )}
      <p className={styles.detail}>
        {unbroken(
          `${explainReason(email.reason)} Sista av ${email.tries} försök: ${formatDateTime(email.given_up_at)}.`,
        )}
      </p>
      {email.reason !== '' && (
        <details className={styles.detail}>
          <summary>Serverns svar</summary>
          <span>{email.reason}</span>
        </details>
      )}
    </>
  );
}

/** Resends an email by its id, or all. */
function useResend() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      id === 'all' ? call(resendFailedEmails, {}) : call(resendFailedEmail, { params: { id } }),
    onSuccess: (_done, id) => {
      showSuccess(id === 'all' ? 'Mejlen skickas igen.' : 'Mejlet skickas igen.');
    },
    onError: (error) => {
      showToast({ tone: 'danger', text: error.message });
    },
    onSettled: () => client.invalidateQueries({ queryKey: mailQuery.queryKey }),
  });
}
