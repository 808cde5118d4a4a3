import {
  addSecondFactor,
  type Enrolment,
  startEnrolment,
} from '@restvarde/contract/auth/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../base/api/call.ts';
import { useEntryForm } from '../../base/forms/use-entry-form.ts';
import { Page } from '../../base/frame/page.tsx';
import { PagePending } from '../../base/frame/page-pending.tsx';
import { paths } from '../../base/urls/paths.ts';
import { logOut } from '../../features/users/log-out.ts';
import { meQuery } from '../../features/users/queries.ts';
import { RecoveryCodes } from '../../features/users/recovery-codes.tsx';
import { mayAddSecondFactor, secondFactorQuery } from '../../features/users/second-factor-query.ts';
import { Button, SubmitButton } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './auth.module.css';
import own from './second-factor-page.module.css';

/**
 * Adds an authenticator app: password, QR code, first code, recovery codes (SEC-5, SEC-7). Users who may not are
 * redirected to their account.
 */
export default function SecondFactorPage() {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data: me, isPending: isAsking } = useQuery(meQuery);
  const isTheirs = me !== undefined && mayAddSecondFactor(me);
  const { data: state, isPending: isLooking } = useQuery({
    ...secondFactorQuery,
    enabled: isTheirs,
  });
  if (codes !== null) return <Saved codes={codes} />;
  if (enrolment !== null) {
    return <Scan enrolment={enrolment} onAdded={setCodes} onBack={() => setEnrolment(null)} />;
  }
  if (state?.is_on || (me && !isTheirs)) return <Navigate to={paths.account} replace />;
  if (me === undefined ? isAsking : isTheirs && isLooking) return <PagePending />;
  return <Start onStarted={setEnrolment} />;
}

function Start({ onStarted }: { onStarted: (enrolment: Enrolment) => void }) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useEntryForm(startEnrolment.body, { password: '' });
  const isRequired = me?.must_add_second_factor === true;

  async function send(body: { password: string }) {
    setFailure(null);
    onStarted(await call(startEnrolment, { body }));
  }

  return (
    <Page
      key="start"
      title="Lägg till autentiseringsapp"
      width="narrow"
      hasErrors={failure !== null || form.errors.password !== undefined}
    >
      <Failure message={failure} />
      {isRequired && (
        <Notice tone="info">Ditt bolag kräver en autentiseringsapp för att logga in.</Notice>
      )}
      <p>
        En autentiseringsapp i telefonen visar en ny kod varje halvminut. Med den kan ingen logga in
        som du bara genom att läsa dina mejl.
      </p>
      <p className={styles.hint}>
        Har du ingen app? Microsoft Authenticator, Google Authenticator och de flesta
        lösenordshanterare duger.
      </p>
      <form className="stack gap-4" onSubmit={form.onSubmit(send, setFailure)} noValidate>
        <PasswordField
          {...form.field('password')}
          label="Ditt lösenord"
          autoComplete="current-password"
          isRequired
        />
        <SubmitButton isPending={form.isPending} pendingLabel="Kontrollerar …">
          Fortsätt
        </SubmitButton>
      </form>
      {isRequired ? (
        <Button variant="quiet" isWide onPress={logOut}>
          Logga ut
        </Button>
      ) : (
        <Button variant="quiet" isWide onPress={() => void navigate({ to: paths.account })}>
          Inte nu
        </Button>
      )}
    </Page>
  );
}

const codeForm = z.pick(addSecondFactor.body, { app_code: true });

interface ScanProps {
  enrolment: Enrolment;
  onAdded: (codes: string[]) => void;
  onBack: () => void;
}

function Scan({ enrolment, onAdded, onBack }: ScanProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useEntryForm(codeForm, { app_code: '' });
  const { secret, square, url } = enrolment;

  async function send({ app_code }: { app_code: string }) {
    setFailure(null);
    const body = { enrolment: enrolment.enrolment, app_code };
    const { recovery_codes } = await call(addSecondFactor, { body });
    onAdded(recovery_codes);
  }

  return (
    <Page
      key="scan"
      title="Skanna QR-koden i appen"
      width="narrow"
      hasErrors={failure !== null || form.errors.app_code !== undefined}
    >
      <Failure message={failure} />
      <p>Öppna appen, välj att lägga till ett konto och skanna QR-koden med kameran.</p>
      <svg
        className={own.square}
        viewBox={`0 0 ${square.size} ${square.size}`}
        role="img"
        aria-label="Nyckeln som QR-kod"
      >
        <path d={square.path} />
      </svg>
      <p className={styles.hint}>
        Är appen på den här enheten? <a href={url}>Öppna i appen</a>, eller skriv in nyckeln för
        hand:
      </p>
      <p className={`row gap-2 ${own.secret}`}>
        <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton value={secret} of="nyckeln" />
      </p>
      <form className="stack gap-4" onSubmit={form.onSubmit(send, setFailure)} noValidate>
        <TextField
          {...form.field('app_code')}
          label="Kod från appen"
          inputMode="numeric"
          autoComplete="one-time-code"
          inputClassName={styles.code}
          isRequired
        />
        <SubmitButton isPending={form.isPending} pendingLabel="Kontrollerar …">
          Lägg till
        </SubmitButton>
      </form>
      <Button variant="quiet" isWide onPress={onBack}>
        Tillbaka
      </Button>
    </Page>
  );
}

function Saved({ codes }: { codes: string[] }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);

  async function goOn() {
    setLeaving(true);
    const wasRequired = client.getQueryData(meQuery.queryKey)?.must_add_second_factor === true;
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    await client.refetchQueries({ queryKey: meQuery.queryKey });
    await navigate({ to: wasRequired ? paths.home : paths.account, replace: true });
  }

  return (
    <Page key="saved" title="Spara dina återställningskoder" width="narrow">
      <Notice tone="success" isStatus>
        Appen är tillagd.
      </Notice>
      <RecoveryCodes codes={codes} />
      <Button variant="primary" size="lg" isWide onPress={goOn} isPending={isLeaving}>
        Jag har sparat koderna
      </Button>
    </Page>
  );
}
