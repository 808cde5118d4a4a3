import { secondFactor } from '@restvarde/contract/auth/login';
import { removeSecondFactor, renewRecoveryCodes } from '@restvarde/contract/auth/second-factor';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../base/api/call.ts';
import { FormDialog } from '../../base/forms/form-dialog.tsx';
import { TextInput } from '../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { paths } from '../../base/urls/paths.ts';
import { meQuery } from '../../features/users/queries.ts';
import { RecoveryCodes } from '../../features/users/recovery-codes.tsx';
import { secondFactorQuery } from '../../features/users/second-factor-query.ts';
import { Button } from '../../ui/button/button.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Modal } from '../../ui/modal/modal.tsx';

const codeForm = z.object({ second_factor: secondFactor });

/** A form for a code of the app, or a recovery code. */
function useCodeForm(send: (body: { second_factor: string }) => Promise<void>) {
  return useCheckedForm({ initial: { second_factor: '' }, schema: codeForm, send });
}

function CodeInput({ checked }: { checked: ReturnType<typeof useCodeForm> }) {
  return (
    <TextInput
      control={checked.control}
      name="second_factor"
      label="Kod från appen, eller en återställningskod"
      autoComplete="one-time-code"
      spellCheck="false"
    />
  );
}

/** Removes the app. A user whose company requires one must then add another (SEC-5, SEC-7). */
export function RemoveDialog(props: { isRequired: boolean; onClose: () => void }) {
  const { isRequired, onClose } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const checked = useCodeForm(async (body) => {
    await call(removeSecondFactor, { body });
    await client.refetchQueries({ queryKey: meQuery.queryKey });
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    if (isRequired) return navigate({ to: paths.secondFactor });
    showSuccess('Appen är borttagen.');
    onClose();
  });
  return (
    <FormDialog
      title="Ta bort autentiseringsappen?"
      submitLabel="Ta bort"
      failureTitle="Appen kunde inte tas bort."
      {...{ checked, onClose }}
    >
      <p>
        {isRequired
          ? 'Ditt bolag kräver en app: du lägger till en ny direkt efteråt. Andra enheter loggas ut.'
          : 'Då räcker lösenordet och koden i mejlet för att logga in. Andra enheter loggas ut.'}
      </p>
      <CodeInput checked={checked} />
    </FormDialog>
  );
}

/** Replaces the recovery codes (SEC-5). */
export function RenewDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const checked = useCodeForm(async (body) => {
    const { recovery_codes } = await call(renewRecoveryCodes, { body });
    setCodes(recovery_codes);
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  });
  if (codes !== null) {
    return (
      <Modal
        title="Nya återställningskoder"
        onOpenChange={onClose}
        isDismissable={false}
        footer={
          <Button variant="primary" onPress={onClose}>
            Jag har sparat koderna
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Modal>
    );
  }
  return (
    <FormDialog
      title="Nya återställningskoder"
      submitLabel="Visa nya koder"
      failureTitle="Det gick inte att hämta nya koder."
      {...{ checked, onClose }}
    >
      <p>Dina tidigare koder slutar gälla.</p>
      <CodeInput checked={checked} />
    </FormDialog>
  );
}
