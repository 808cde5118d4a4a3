import { changePassword, PASSWORD } from '@restvarde/contract/auth/password';
import { call } from '../../base/api/call.ts';
import { FormDialog } from '../../base/forms/form-dialog.tsx';
import { PasswordInput } from '../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { showToast } from '../../ui/feedback/toast.ts';

/** Changes the password of a user who enters the current one (AUTH-19). */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const checked = useCheckedForm({
    initial: { current_password: '', password: '', confirm_password: '' },
    schema: changePassword.body,
    async send(body) {
      await call(changePassword, { body });
      showToast({ tone: 'success', text: 'Lösenordet är bytt.' });
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
