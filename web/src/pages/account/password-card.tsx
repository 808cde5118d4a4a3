import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { requestReset } from '@restvarde/contract/auth/password';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api/call.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';
import styles from './account-page.module.css';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

/** Changes the password with the current one, or by an emailed link if it is forgotten (AUTH-12, AUTH-19). */
export function PasswordCard({ email }: { email: string }) {
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
