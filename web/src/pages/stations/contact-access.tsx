import { endContactSessions, resetContactPassword } from '@restvarde/contract/service-stations';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import layout from '../../base/forms/form-layout.module.css';
import { Button } from '../../ui/button/button.tsx';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';

/**
 * For a contact who has lost the password or phone: sends an email to set a new password, or ends the sessions
 * (STN-2, SEC-3).
 */
export function ContactAccess({ station_id }: { station_id: number }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(resetContactPassword, { params: { id: station_id } }),
  });
  const leaving = useMutation({
    mutationFn: () => call(endContactSessions, { params: { id: station_id } }),
  });
  const failed = error ?? leaving.error;
  return (
    <div className="stack gap-4">
      <div className={layout.buttons}>
        <Button onPress={() => mutate()} isPending={isPending} pendingLabel="Skickar …">
          Skicka mejl för nytt lösenord
        </Button>
        <Button onPress={() => leaving.mutate()} isPending={leaving.isPending}>
          Logga ut överallt
        </Button>
      </div>
      {data !== undefined && !isPending && (
        <Notice tone="success" isStatus>
          {`Ett mejl för att välja nytt lösenord har skickats till ${data.email}.`}
        </Notice>
      )}
      {leaving.isSuccess && (
        <Notice tone="success" isStatus>
          Kontaktpersonen är utloggad överallt.
        </Notice>
      )}
      <Failure message={failed?.message} />
    </div>
  );
}
