import { resetContactPassword } from '@restvarde/contract/service-stations';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import layout from '../../base/forms/form-layout.module.css';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/** Sends the contact an email to set a new password, and says where it went (STN-2). */
export function PasswordReset({ station_id }: { station_id: number }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(resetContactPassword, { params: { id: station_id } }),
  });
  return (
    <div className={layout.fields}>
      <div className={layout.buttons}>
        <Button onPress={() => mutate()} isPending={isPending} pendingLabel="Skickar …">
          Skicka mejl för nytt lösenord
        </Button>
      </div>
      {data !== undefined && !isPending && (
        <Notice tone="success" isStatus>
          {`Ett mejl för att välja nytt lösenord har skickats till ${data.email}.`}
        </Notice>
      )}
      {error !== null && (
        <Notice tone="danger" isAlert>
          {error.message}
        </Notice>
      )}
    </div>
  );
}
