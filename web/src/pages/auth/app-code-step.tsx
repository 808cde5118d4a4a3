import { enterCode, secondFactor } from '@restvarde/contract/auth/login';
import { SECOND_FACTOR_ERROR } from '@restvarde/contract/auth/second-factor';
import type { LoginTokens } from '@restvarde/contract/auth/session';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { useEntryForm } from '../../base/forms/use-entry-form.ts';
import { Page } from '../../base/frame/page.tsx';
import { Button, SubmitButton } from '../../ui/button/button.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './auth.module.css';

const form = z.object({ second_factor: secondFactor });

interface AppCodeStepProps {
  /** The login and its verified code from the email. */
  login: { uuid: string; two_factor_code: string };
  onLoggedIn: (tokens: LoginTokens) => Promise<void>;
  onBack: () => void;
}

/** The third step, for users with an authenticator app: its code, or a recovery code (SEC-6). */
export default function AppCodeStep({ login, onLoggedIn, onBack }: AppCodeStepProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isRecovering, setRecovering] = useState(false);
  const entry = useEntryForm(form, { second_factor: '' });
  const { onSubmit, field, change, focus, select, fail, isPending, errors } = entry;

  async function send({ second_factor }: { second_factor: string }) {
    setFailure(null);
    await onLoggedIn(await call(enterCode, { body: { ...login, second_factor } }));
  }

  function refused(sentence: string, error: unknown) {
    if (error instanceof ApiError && error.code === SECOND_FACTOR_ERROR.wrong) {
      fail({ second_factor: sentence });
      select('second_factor');
    } else setFailure(sentence);
  }

  function turn() {
    setRecovering(!isRecovering);
    fail({});
    change({ second_factor: '' });
    focus('second_factor');
  }

  return (
    <Page
      key="app"
      title={isRecovering ? 'Ange en återställningskod' : 'Ange koden från appen'}
      width="narrow"
      hasErrors={failure !== null || errors.second_factor !== undefined}
    >
      <Failure message={failure} />
      <p className={styles.hint}>
        {isRecovering
          ? 'En av koderna som du sparade när du lade till appen. Varje kod gäller en gång.'
          : 'Öppna din autentiseringsapp och skriv koden för Restvärde.'}
      </p>
      <form className="stack gap-4" onSubmit={onSubmit(send, refused)} noValidate>
        <TextField
          {...field('second_factor')}
          label={isRecovering ? 'Återställningskod' : 'Kod från appen'}
          inputMode={isRecovering ? 'text' : 'numeric'}
          autoComplete={isRecovering ? 'off' : 'one-time-code'}
          {...(!isRecovering && { inputClassName: styles.code })}
          spellCheck="false"
          isRequired
          autoFocus
        />
        <SubmitButton isPending={isPending} pendingLabel="Loggar in …">
          Logga in
        </SubmitButton>
      </form>
      <Button variant="quiet" isWide onPress={turn}>
        {isRecovering ? 'Använd koden från appen' : 'Jag har inte telefonen'}
      </Button>
      <Button variant="quiet" isWide onPress={onBack}>
        Tillbaka till inloggning
      </Button>
    </Page>
  );
}
