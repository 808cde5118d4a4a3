import { useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { useTick } from '../../ui/clock/ticker.ts';
import styles from './auth.module.css';

interface AskAgainProps {
  label: string;
  /** The time of the last request, in device time, and the wait after it. */
  asked_at: number;
  wait_s: number;
  onAsk: () => Promise<void>;
}

/** Requests another email, after a wait (AUTH-4, AUTH-12). */
export function AskAgain({ label, asked_at, wait_s, onAsk }: AskAgainProps) {
  const [isPending, setPending] = useState(false);
  const wait = useTick(() => Math.max(0, Math.ceil(wait_s - (Date.now() - asked_at) / 1000)));

  async function ask() {
    setPending(true);
    await onAsk();
    setPending(false);
  }

  return (
    <div className={styles.again}>
      <span>Kom inget mejl? Titta även i skräpposten.</span>
      {wait > 0 ? (
        <span role="timer">{`Du kan be om ett nytt om ${wait}\u00a0s.`}</span>
      ) : (
        <Button variant="quiet" size="sm" onPress={ask} isPending={isPending}>
          {label}
        </Button>
      )}
    </div>
  );
}
