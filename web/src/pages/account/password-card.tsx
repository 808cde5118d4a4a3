import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { requestReset } from '@restvarde/contract/auth/password';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './account-page.module.css';

/** The reset, for somebody who is logged in (AUTH-12). */
export function PasswordCard({ email }: { email: string }) {
  const asking = useMutation({ mutationFn: () => call(requestReset, { body: { email } }) });
  return (
    <Card title="Lösenord">
      <p>
        Du får ett mejl med en länk till en sida där du väljer ett nytt lösenord. Länken gäller i{' '}
        {AUTH.linkHours.known}&nbsp;timmar.
      </p>
      <div className={styles.actions}>
        <Button onPress={() => asking.mutate()} isPending={asking.isPending}>
          Byt lösenord
        </Button>
      </div>
      {asking.isSuccess && (
        <Notice tone="success" isStatus>
          {`Vi har skickat ett mejl till ${email}. Titta även i skräpposten.`}
        </Notice>
      )}
      {asking.error !== null && (
        <Notice tone="danger" isAlert>
          {asking.error.message}
        </Notice>
      )}
    </Card>
  );
}
