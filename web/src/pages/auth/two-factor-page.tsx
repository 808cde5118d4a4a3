import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { enterCode, resendCode, sixDigits } from '@restvarde/contract/auth/login';
import type { LoginTokens } from '@restvarde/contract/auth/session';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ClipboardEvent, lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { useEntryForm } from '../../base/forms/use-entry-form.ts';
import { Page } from '../../base/frame/page.tsx';
import { session } from '../../base/session/current.ts';
import { takeReturn } from '../../base/session/return-path.ts';
import { paths } from '../../base/urls/paths.ts';
import { announce } from '../../ui/announce.ts';
import { SubmitButton } from '../../ui/button/button.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { AskAgain } from './ask-again.tsx';
import styles from './auth.module.css';

// Only for users with an app.
const AppCodeStep = lazy(() => import('./app-code-step.tsx'));

const codeForm = z.object({ two_factor_code: sixDigits });

/** The second step: the code from the email (AUTH-3, AUTH-4). */
export default function TwoFactorPage() {
  const navigate = useNavigate();
  const { sent_to, sent_at } = useLocation({ select: (location) => location.state });
  const [failure, setFailure] = useState<string | null>(null);
  const [asked_at, setAskedAt] = useState(() => sent_at ?? Date.now());
  const [appLogin, setAppLogin] = useState<{ uuid: string; two_factor_code: string } | null>(null);
  const form = useEntryForm(codeForm, { two_factor_code: '' });

  const goBack = () => void navigate({ to: paths.home, replace: true });

  async function send({ two_factor_code }: { two_factor_code: string }) {
    setFailure(null);
    const uuid = session.get().two_factor_uuid;
    if (uuid === null) return goBack();
    try {
      await enter(await call(enterCode, { body: { uuid, two_factor_code } }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
      setAppLogin({ uuid, two_factor_code });
    }
  }

  async function enter({ access, refresh, device }: LoginTokens) {
    session.keepDevice(device);
    session.set({ two_factor_uuid: null, access_token: access, refresh_token: refresh });
    await navigate({ href: takeReturn(), replace: true });
  }

  function refused(sentence: string, error: unknown) {
    // The server's errors about the code, or the login behind it, belong to the one field.
    if (error instanceof ApiError && error.status === 400) {
      form.fail({ two_factor_code: sentence });
      form.select('two_factor_code');
    } else setFailure(sentence);
  }

  const field = form.field('two_factor_code');

  /** The sixth digit sends the code. */
  function type(value: string) {
    field.onChange(value);
    if (/^\d{6}$/.test(value)) void form.submit(send, refused, { two_factor_code: value });
  }

  /** A code is often copied with spaces around it. */
  function paste(event: ClipboardEvent) {
    const two_factor_code = event.clipboardData.getData('text').replace(/\s/g, '');
    if (!/^\d{6}$/.test(two_factor_code)) return;
    event.preventDefault();
    form.change({ two_factor_code });
    void form.submit(send, refused, { two_factor_code });
  }

  async function resend() {
    setFailure(null);
    const uuid = session.get().two_factor_uuid;
    if (uuid === null) return goBack();
    try {
      const pending = await call(resendCode, { body: { uuid } });
      session.set({ two_factor_uuid: pending.uuid });
      setAskedAt(Date.now());
      form.change({ two_factor_code: '' });
      form.focus('two_factor_code');
      announce('En ny kod är skickad.');
    } catch (error) {
      refused(error instanceof ApiError ? error.message : String(error), error);
    }
  }

  if (appLogin !== null) {
    return (
      <Suspense fallback={null}>
        <AppCodeStep login={appLogin} onLoggedIn={enter} onBack={goBack} />
      </Suspense>
    );
  }
  return (
    <Page
      title="Ange din kod"
      width="narrow"
      hasErrors={failure !== null || form.errors.two_factor_code !== undefined}
    >
      <Failure message={failure} />
      <p
        className={styles.hint}
      >{`${sent_to === undefined ? 'Vi har skickat ett mejl med koden.' : `Skickat till ${sent_to}.`} Koden gäller i ${AUTH.codeMinutes}\u00a0minuter. Du loggas in när du har skrivit den sista siffran.`}</p>
      <form className="stack gap-4" onSubmit={form.onSubmit(send, refused)} noValidate>
        <TextField
          {...field}
          onChange={type}
          label="Kod skickad till din e-post"
          inputMode="numeric"
          autoComplete="one-time-code"
          inputClassName={styles.code}
          onPaste={paste}
          isRequired
          autoFocus
        />
        <SubmitButton isPending={form.isPending} pendingLabel="Loggar in …">
          Logga in
        </SubmitButton>
      </form>
      <AskAgain
        key={asked_at}
        label="Skicka ny kod"
        asked_at={asked_at}
        wait_s={AUTH.resendSeconds}
        onAsk={resend}
      />
      <Link to={paths.home} className={styles.link}>
        Tillbaka till inloggning
      </Link>
    </Page>
  );
}
