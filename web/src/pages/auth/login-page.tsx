import { credentials, login } from '@restvarde/contract/auth/login';
import { SENTENCE } from '@restvarde/contract/errors';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { useEntryForm } from '../../base/forms/use-entry-form.ts';
import { Page } from '../../base/frame/page.tsx';
import { session } from '../../base/session/current.ts';
import { isOnWay } from '../../base/session/return-path.ts';
import { paths } from '../../base/urls/paths.ts';
import { Button, SubmitButton } from '../../ui/button/button.tsx';
import { NewTabLink } from '../../ui/display/new-tab-link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './auth.module.css';
import { maskEmail } from './mask-email.ts';
import { startSingleSignOn } from './single-sign-on.ts';

/** Login by email and password, or by single sign-on (AUTH-2, AUTH-5, AUTH-16). */
export function LoginPage() {
  const navigate = useNavigate();
  const { login_error } = useLocation({ select: (location) => location.state });
  const [failure, setFailure] = useState<string | null>(login_error ?? null);
  const [isLeaving, setLeaving] = useState(false);
  // The build renders this page without a return path.
  const [isPassing, setPassing] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const form = useEntryForm(credentials, { email: '', password: '' });

  const [isForgotten, setForgotten] = useState(false);

  useEffect(() => {
    setPassing(isOnWay());
    setForgotten(!session.isStored());
  }, []);
  useEffect(() => {
    if (failure !== null) alert.current?.focus();
  }, [failure]);

  async function signOn() {
    if (isLeaving) return;
    setFailure(null);
    setLeaving(true);
    const failed = await startSingleSignOn(form.values.email);
    if (failed === null) return;
    setLeaving(false);
    if (failed.email === undefined) setFailure(failed.detail ?? SENTENCE.generic);
    else form.fail({ email: failed.email });
  }

  async function send(body: { email: string; password: string }) {
    setFailure(null);
    const { uuid } = await call(login, { body });
    session.set({ two_factor_uuid: uuid });
    await navigate({
      to: paths.twoFactor,
      state: { sent_to: maskEmail(body.email), sent_at: Date.now() },
    });
  }

  function refused(sentence: string, error: unknown) {
    form.change({ password: '' });
    if (error instanceof ApiError && error.code === 'is_ad_user') void signOn();
    else setFailure(sentence);
  }

  const hasErrors = failure !== null || Object.values(form.errors).some(Boolean);
  return (
    <Page title="Logga in" width="narrow" hasErrors={hasErrors}>
      <p className={styles.lead}>
        {isPassing
          ? 'Logga in för att fortsätta. Sedan kommer du till sidan du ville öppna.'
          : 'Försäkringsbolagens auktioner av skadade fordon, för verkstäder.'}
      </p>
      {isForgotten && (
        <Notice tone="info">
          Webbläsaren blockerar webbplatsdata. Du kan logga in, men loggas ut när du uppdaterar
          sidan.
        </Notice>
      )}
      <Notice tone="warn" title="Har någon ringt dig?">
        Logga inte in om någon har ringt och bett dig göra det.
      </Notice>
      <form className="stack gap-4" onSubmit={form.onSubmit(send, refused)} noValidate>
        <TextField
          {...form.field('email')}
          label="E-post"
          type="email"
          inputMode="email"
          autoComplete="username"
          isRequired
        />
        <PasswordField
          {...form.field('password')}
          label="Lösenord"
          autoComplete="current-password"
          isRequired
        />
        {failure !== null && (
          <Notice tone="danger" ref={alert}>
            {failure}
          </Notice>
        )}
        <SubmitButton isPending={form.isPending} pendingLabel="Loggar in …">
          Fortsätt
        </SubmitButton>
        <Button isWide onPress={signOn} isPending={isLeaving} pendingLabel="Skickar dig vidare …">
          Inloggning handläggare
        </Button>
        <Link to={paths.forgotPassword} className={styles.link}>
          Jag har glömt mitt lösenord.
        </Link>
      </form>
      <p className="quiet">
        Genom att logga in godkänner du våra{' '}
        <NewTabLink href={paths.termsOfUse}>användarvillkor</NewTabLink>. Genom att lägga bud
        godkänner du våra{' '}
        <NewTabLink href={paths.purchaseConditions}>allmänna köpvillkor</NewTabLink>.
      </p>
    </Page>
  );
}
