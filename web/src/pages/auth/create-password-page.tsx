import {
  checkResetLink,
  DEAD_LINK,
  FIRST_PASSWORD_SEARCH,
  newPassword,
  PASSWORD,
  resetPassword,
} from '@restvarde/contract/auth/password';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { useEntryForm } from '../../base/forms/use-entry-form.ts';
import { Page } from '../../base/frame/page.tsx';
import { session } from '../../base/session/current.ts';
import { paths } from '../../base/urls/paths.ts';
import { Button, SubmitButton } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import styles from './auth.module.css';

/** Sets a first or new password, by an emailed link (AUTH-13, AUTH-14). */
export default function CreatePasswordPage() {
  const navigate = useNavigate();
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { first } = useSearch({ strict: false }) as { first?: unknown };
  const isFirst = first === FIRST_PASSWORD_SEARCH.first;
  const [isDone, setDone] = useState(false);
  const [failures, setFailures] = useState<string[]>([]);
  const form = useEntryForm(newPassword, { password: '', confirm_password: '' });

  useEffect(() => {
    const controller = new AbortController();
    call(checkResetLink, { params: { token }, signal: controller.signal }).catch((error) => {
      // Anything else is left to the submission.
      if (error instanceof ApiError && error.message === DEAD_LINK) setFailures([DEAD_LINK]);
    });
    return () => controller.abort();
  }, [token]);

  const back = (
    <Link to={paths.home} replace className={styles.link}>
      Tillbaka till inloggning
    </Link>
  );

  async function send(body: { password: string; confirm_password: string }) {
    setFailures([]);
    try {
      await call(resetPassword, { params: { token }, body });
    } catch (error) {
      if (error instanceof ApiError) setFailures(error.messages);
      throw error;
    }
    // The server has ended all sessions of the account, so this browser's is invalid.
    session.end();
    setDone(true);
  }

  if (isDone) {
    return (
      <Page
        key="done"
        title={isFirst ? 'Lösenordet är valt' : 'Lösenordet har återställts'}
        width="narrow"
      >
        <p>
          {isFirst
            ? 'Du kan nu logga in med din e-postadress och ditt lösenord.'
            : 'Du kan nu logga in med ditt nya lösenord. Du har loggats ut på alla andra enheter.'}
        </p>
        <Button
          variant="primary"
          size="lg"
          isWide
          onPress={() => void navigate({ to: paths.home, replace: true })}
        >
          Logga in
        </Button>
      </Page>
    );
  }
  if (failures.includes(DEAD_LINK)) {
    return (
      <Page key="dead" title="Länken fungerar inte" width="narrow" hasErrors>
        <Failure message={DEAD_LINK} />
        <p>En länk kan användas en gång. Be om ett nytt mejl, så får du en ny länk.</p>
        <Link
          to={paths.forgotPassword}
          className={buttonClass({ variant: 'primary', size: 'lg', isWide: true })}
        >
          Be om ett nytt mejl
        </Link>
        {back}
      </Page>
    );
  }
  const { password: fault, confirm_password: confirmFault } = form.errors;
  const isLong = form.values.password.length >= PASSWORD.min;
  return (
    <Page
      title="Välj lösenord"
      width="narrow"
      hasErrors={failures.length > 0 || fault !== undefined || confirmFault !== undefined}
    >
      {failures.length > 0 && (
        <Notice tone="danger" isAlert>
          {failures.length === 1 ? (
            failures[0]
          ) : (
            <ul>
              {failures.map((failure) => (
                <li key={failure}>{failure}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <ul className={styles.rules} id="password-rules">
        <li data-met={isLong || undefined}>
          {isLong ? <Check aria-label="Klart:" size={16} /> : <Circle size={16} />}
          <span>{`Minst ${PASSWORD.min} tecken. Gärna några ord i rad.`}</span>
        </li>
      </ul>
      <p className={styles.hint} id="password-hint">
        Inte ditt namn eller din e-postadress, och inget som är lätt att gissa.
      </p>
      <form
        className="stack gap-4"
        onSubmit={form.onSubmit(send, (sentence, error) => {
          if (!(error instanceof ApiError)) setFailures([sentence]);
        })}
        noValidate
      >
        <PasswordField
          {...form.field('password')}
          label="Nytt lösenord"
          autoComplete="new-password"
          aria-describedby="password-rules password-hint"
          isRequired
        />
        <PasswordField
          {...form.field('confirm_password')}
          error={fault === undefined ? confirmFault : undefined}
          label="Bekräfta lösenord"
          autoComplete="new-password"
          isRequired
        />
        <SubmitButton isPending={form.isPending} pendingLabel="Sparar …">
          Spara lösenord
        </SubmitButton>
      </form>
      {back}
    </Page>
  );
}
