import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { changePassword, PASSWORD, requestReset } from '@restvarde/contract/auth/password';
import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api/call.ts';
import { FormDialog } from '../../base/forms/form-dialog.tsx';
import { PasswordInput } from '../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import ShortcutHelp from '../../features/shortcuts/shortcut-help.tsx';
import { shortcutSetting } from '../../features/shortcuts/shortcut-setting.ts';
import { mayAddSecondFactor } from '../../features/users/second-factor-query.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { RadioGroup } from '../../ui/field/radio-group.tsx';
import styles from './account-page.module.css';
import { NotificationCard } from './notification-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionCard } from './session-card.tsx';

/** Loaded after the first view: notifications, shortcuts, second factor and sessions (PUSH-2, SEC-3, SEC-5). */
export default function DeferredCards({ me }: { me: User }) {
  return (
    <>
      {may.actAsStation(me) && <NotificationCard me={me} />}
      <ShortcutCard me={me} />
      {!me.is_ad_user && <PasswordCard email={me.email} />}
      {mayAddSecondFactor(me) && <SecondFactorCard />}
      <SessionCard />
    </>
  );
}

/** Changes the password with the current one, or by an emailed link if it is forgotten (AUTH-12, AUTH-19). */
function PasswordCard({ email }: { email: string }) {
  const [isChanging, setChanging] = useState(false);
  const asking = useMutation({ mutationFn: () => call(requestReset, { body: { email } }) });
  return (
    <Card title="Lösenord">
      <p>När du byter lösenord loggas alla andra enheter ut.</p>
      <div className={styles.actions}>
        <Button onPress={() => setChanging(true)}>Byt lösenord</Button>
        <Button variant="quiet" onPress={() => asking.mutate()} isPending={asking.isPending}>
          Jag har glömt mitt lösenord
        </Button>
      </div>
      {asking.isSuccess && (
        <Notice tone="success" isStatus>
          {`Vi har skickat ett mejl till ${email}. Länken i det gäller i ${AUTH.linkHours.known} timmar. Titta även i skräpposten.`}
        </Notice>
      )}
      <Failure message={asking.error?.message} />
      {isChanging && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  );
}

/** Changes the password of a user who enters the current one (AUTH-19). */
function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const checked = useCheckedForm({
    initial: { current_password: '', password: '', confirm_password: '' },
    schema: changePassword.body,
    async send(body) {
      await call(changePassword, { body });
      showSuccess('Lösenordet är bytt.');
      onClose();
    },
  });
  const { control } = checked;
  return (
    <FormDialog
      title="Byt lösenord"
      submitLabel="Byt lösenord"
      failureTitle="Lösenordet kunde inte bytas."
      {...{ checked, onClose }}
    >
      <PasswordInput
        control={control}
        name="current_password"
        label="Nuvarande lösenord"
        autoComplete="current-password"
      />
      <PasswordInput
        control={control}
        name="password"
        label="Nytt lösenord"
        description={`Minst ${PASSWORD.min} tecken, gärna några ord i rad. Inte ditt namn eller din e-postadress.`}
        autoComplete="new-password"
      />
      <PasswordInput
        control={control}
        name="confirm_password"
        label="Bekräfta lösenord"
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

const CHOICES = [
  { id: 'off', label: 'Av' },
  { id: 'on', label: 'På' },
] as const;

/** Turns single-key shortcuts on for this device; off by default (SHELL-9). */
function ShortcutCard({ me }: { me: User }) {
  const value = shortcutSetting.use();
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <Card title="Kortkommandon">
      <RadioGroup
        label="Kortkommandon med en tangent"
        description="Gäller på den här enheten. Tangenten ? visar vilka som finns, när de är på."
        orientation="horizontal"
        choices={CHOICES}
        value={value}
        onChange={(chosen) => shortcutSetting.set(chosen === 'on' ? 'on' : 'off')}
      />
      <p>
        <Button size="sm" onPress={() => setHelpOpen(true)}>
          Visa kortkommandon
        </Button>
      </p>
      {isHelpOpen && <ShortcutHelp me={me} onClose={() => setHelpOpen(false)} />}
    </Card>
  );
}
