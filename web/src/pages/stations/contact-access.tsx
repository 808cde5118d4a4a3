import {
  changeContact,
  endContactSessions,
  resetContactPassword,
  type ServiceStation,
} from '@restvarde/contract/service-stations';
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

interface SuccessorProps {
  station_id: number;
  user: NonNullable<ServiceStation['user']>;
  successor: NonNullable<ServiceStation['successor']>;
  onChanged: (saved: ServiceStation) => void;
}

/** A new address whose owner has yet to choose a password: sends the email again, or cancels the change (STN-5). */
export function ContactSuccessor({ station_id, user, successor, onChanged }: SuccessorProps) {
  const change = (email: string) =>
    call(changeContact, { params: { id: station_id }, body: { email } });
  const sending = useMutation({ mutationFn: () => change(successor.email), onSuccess: onChanged });
  const ending = useMutation({ mutationFn: () => change(user.email), onSuccess: onChanged });
  const failed = sending.error ?? ending.error;
  return (
    <div className="stack gap-4">
      <Notice tone="info">
        {`${successor.email} tar över när någon har valt lösenord där. Till dess loggar ${user.email} in och får verkstadens mejl.`}
      </Notice>
      <div className={layout.buttons}>
        <Button
          onPress={() => sending.mutate()}
          isPending={sending.isPending}
          pendingLabel="Skickar …"
        >
          Skicka mejlet igen
        </Button>
        <Button onPress={() => ending.mutate()} isPending={ending.isPending}>
          Avbryt bytet
        </Button>
      </div>
      {sending.isSuccess && (
        <Notice tone="success" isStatus>
          {`Mejlet är på väg till ${successor.email}.`}
        </Notice>
      )}
      <Failure message={failed?.message} />
    </div>
  );
}
