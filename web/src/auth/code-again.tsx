import { AUTH } from '@restvarde/contract/auth';
import { useState } from 'react';
import { useTick } from '../clock/ticker.ts';
import { Button } from '../ui/button.tsx';
import styles from './auth.module.css';

/** «Skicka ny kod», from a minute after the last one on (AUTH-4). `asked_at` is in device time. */
export function CodeAgain({ asked_at, onAsk }: { asked_at: number; onAsk: () => Promise<void> }) {
  const [isPending, setPending] = useState(false);
  const wait = useTick(() =>
    Math.max(0, Math.ceil(AUTH.resendSeconds - (Date.now() - asked_at) / 1000)),
  );

  async function ask() {
    setPending(true);
    await onAsk();
    setPending(false);
  }

  return (
    <div className={styles.again}>
      <span>Kom ingen kod? Titta även i skräpposten.</span>
      {wait > 0 ? (
        <span role="timer">Du kan be om en ny om {wait}&nbsp;s.</span>
      ) : (
        <Button variant="quiet" size="sm" onPress={ask} isPending={isPending}>
          Skicka ny kod
        </Button>
      )}
    </div>
  );
}
