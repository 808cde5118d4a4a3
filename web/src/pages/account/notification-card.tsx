import {
  changeNotificationSettings,
  type NotificationSettings,
  PUSH_KINDS,
  type PushKind,
  readNotificationSettings,
  readPushKey,
} from '@restvarde/contract/push/push';
import type { User } from '@restvarde/contract/users';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api/call.ts';
import {
  isPushOn,
  pushSupport,
  turnPushOff,
  turnPushOn,
} from '../../features/push/registration.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import styles from './account-page.module.css';

const keyQuery = queryOptions({
  queryKey: ['push-key'],
  queryFn: ({ signal }) => call(readPushKey, { signal }),
});

const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(readNotificationSettings, { signal }),
});

const LABELS: Record<PushKind, string> = {
  outbid: 'Jag blir överbjuden',
  offer: 'Jag får ett erbjudande',
  won: 'Jag har vunnit en auktion',
  ending: 'En auktion som jag har bjudit på eller bevakar slutar om 15 minuter',
};

const OBSTACLES = {
  blocked:
    'Webbläsaren blockerar aviseringar från Restvärde. Tillåt dem i webbläsarens inställningar för webbplatsen och ladda sedan om sidan.',
  'home-screen':
    'På iPhone och iPad fungerar aviseringar när Restvärde ligger på hemskärmen. Tryck på dela-symbolen, välj ”Lägg till på hemskärmen” och öppna Restvärde därifrån.',
  no: 'Den här webbläsaren kan inte visa aviseringar. Prova en annan webbläsare.',
};

/** Notifications in this device, and their kinds (PUSH-2, PUSH-3). Nothing if the product sends none. */
export function NotificationCard({ me }: { me: User }) {
  const { data: key } = useQuery(keyQuery);
  if (key?.key === null) return null;
  return (
    <Card title="Aviseringar">
      <p>
        Få en avisering på telefonen eller datorn direkt när något händer, även när Restvärde är
        stängt. Mejlen skickas som vanligt.
      </p>
      <ThisDevice user={me.id} />
      <Kinds />
    </Card>
  );
}

function ThisDevice({ user }: { user: number }) {
  const client = useQueryClient();
  const [support, setSupport] = useState(pushSupport);
  const onQuery = queryOptions({ queryKey: ['push-on', user], queryFn: () => isPushOn(user) });
  const { data: isOn } = useQuery(onQuery);
  const turning = useMutation({
    async mutationFn(next: boolean) {
      if (!next) await turnPushOff();
      else if (!(await turnPushOn(user))) {
        setSupport(pushSupport());
        return false;
      }
      return next;
    },
    onSuccess(next, wanted) {
      client.setQueryData(onQuery.queryKey, next);
      if (next === wanted) announce(next ? 'Aviseringar är på' : 'Aviseringar är av');
    },
  });
  if (support !== 'yes') {
    return (
      <Notice tone="warn" isStatus={turning.isSuccess}>
        {OBSTACLES[support]}
      </Notice>
    );
  }
  if (isOn === undefined) return <Skeleton height="2.75rem" />;
  return (
    <>
      {isOn && <p>Aviseringar är på för den här enheten.</p>}
      <div className={styles.actions}>
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          isPending={turning.isPending}
          onPress={() => turning.mutate(!isOn)}
        >
          {isOn ? 'Stäng av för den här enheten' : 'Slå på för den här enheten'}
        </Button>
      </div>
      {turning.error !== null && (
        <Notice tone="danger" isAlert>
          {`Det gick inte att ${isOn ? 'stänga av' : 'slå på'} aviseringar. Försök igen.`}
        </Notice>
      )}
    </>
  );
}

/** Which kinds the user wants, in all devices. */
function Kinds() {
  const client = useQueryClient();
  const { data: settings } = useQuery(settingsQuery);
  const changing = useMutation({
    mutationFn: (body: Partial<NotificationSettings>) => call(changeNotificationSettings, { body }),
    onMutate(change) {
      client.setQueryData(settingsQuery.queryKey, (old) => old && { ...old, ...change });
    },
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
  return (
    <fieldset className={styles.kinds}>
      <legend>Avisera när</legend>
      {settings === undefined ? (
        <Skeleton height="11rem" />
      ) : (
        PUSH_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            isSelected={settings[kind].push}
            onChange={(push) => changing.mutate({ [kind]: { push } })}
          >
            {LABELS[kind]}
          </Checkbox>
        ))
      )}
      <Failure message={changing.error?.message} />
    </fieldset>
  );
}
