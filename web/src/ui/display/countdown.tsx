import { useEffect, useEffectEvent, useRef } from 'react';
import { announce } from '../announce.ts';
import { useTick } from '../clock/ticker.ts';
import { formatRemaining, spokenMark } from '../format/remaining.ts';

export interface CountdownProps {
  /** The end, ISO 8601. */
  until: string;
  /** Shown from the end on, until the server has said what became of it. */
  endLabel?: string;
  /** Speak at ten, five and one minute and at ten seconds. For the one auction of a page, not for lists. */
  isSpoken?: boolean;
  /** Comes once for each end that is reached while the page is open. */
  onEnd?: () => void;
}

/** The time left on the server's clock. Silent by its role; what is to be spoken is announced apart. */
export function Countdown(props: CountdownProps) {
  const { until, endLabel = 'Avslutas …', isSpoken = false } = props;
  const end = Date.parse(until);
  const text = useTick((now) => (end > now ? formatRemaining(end - now) : null));
  const mark = useTick((now) => (isSpoken ? spokenMark(end - now) : null));
  const isEnded = text === null;

  // Opening a page with four minutes left is no occasion to speak: only passing a mark is.
  const spoken = useRef({ until, mark });
  useEffect(() => {
    const before = spoken.current;
    spoken.current = { until, mark };
    if (before.until === until && before.mark !== mark && mark !== null) announce(mark);
  }, [until, mark]);

  const onEnd = useEffectEvent(() => props.onEnd?.());
  const wasRunning = useRef<string | null>(null);
  useEffect(() => {
    if (!isEnded) wasRunning.current = until;
    else if (wasRunning.current === until) {
      wasRunning.current = null;
      onEnd();
    }
  }, [isEnded, until]);

  return (
    <time role="timer" dateTime={until}>
      {text ?? endLabel}
    </time>
  );
}
