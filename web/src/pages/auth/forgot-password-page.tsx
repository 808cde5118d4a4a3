import { forgotten, requestReset } from '@restvarde/contract/auth/password';
import { SENTENCE } from '@restvarde/contract/errors';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { useEntryForm } from '../../base/forms/use-entry-form.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { announce } from '../../ui/announce.ts';
import { SubmitButton } from '../../ui/button/button.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { AskAgain } from './ask-again.tsx';
import styles from './auth.module.css';

const WAIT_S = 30;

/** Only the waiting time is shown, no other error (AUTH-12). */
function sentenceOf(error: unknown): string {
  return error instanceof ApiError && (error.status === 429 || error.status === 0)
    ? error.message
    : SENTENCE.tryAgain;
}

/** Requests an email with a link to set a new password (AUTH-12). */
export default function ForgotPasswordPage() {
  const [sent, setSent] = useState<{ email: string; at: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useEntryForm(forgotten, { email: '' });

  async function send(body: { email: string }) {
    setFailure(null);
    await call(requestReset, { body });
    setSent({ email: body.email, at: Date.now() });
  }

  async function resend() {
    try {
      await send({ email: sent?.email ?? '' });
      announce('Mejlet är skickat igen.');
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  }

  const back = (
    <Link to={paths.home} className={styles.link}>
      Tillbaka till inloggning
    </Link>
  );

  if (sent !== null) {
    return (
      <Page key="sent" title="Kolla din inkorg" width="narrow" hasErrors={failure !== null}>
        <Failure message={failure} />
        <p>
          Om <strong className={styles.address}>{sent.email}</strong> har ett konto hos oss kommer
          snart ett mejl med en länk för att välja nytt lösenord.
        </p>
        <p className={styles.hint}>
          Loggar du in med ditt arbetskonto? Då byter du lösenord hos din arbetsgivare.
        </p>
        <AskAgain
          key={sent.at}
          label="Skicka igen"
          asked_at={sent.at}
          wait_s={WAIT_S}
          onAsk={resend}
        />
        {back}
      </Page>
    );
  }
  return (
    <Page
      title="Glömt lösenord"
      width="narrow"
      hasErrors={failure !== null || form.errors.email !== undefined}
    >
      <Failure message={failure} />
      <p className={styles.hint}>
        Skriv din e-postadress, så skickar vi ett mejl med en länk för att välja nytt lösenord.
      </p>
      <form
        className="stack gap-4"
        onSubmit={form.onSubmit(send, (_sentence, error) => setFailure(sentenceOf(error)))}
        noValidate
      >
        <TextField
          {...form.field('email')}
          label="E-post"
          type="email"
          inputMode="email"
          autoComplete="username"
          isRequired
          autoFocus
        />
        <SubmitButton isPending={form.isPending} pendingLabel="Skickar …">
          Skicka länk
        </SubmitButton>
      </form>
      {back}
    </Page>
  );
}
