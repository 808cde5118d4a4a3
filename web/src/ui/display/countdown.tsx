import { useEffect, useEffectEvent, useRef } from 'react';
import { announce } from '../announce.ts';
import { useTick } from '../clock/ticker.ts';
import { formatRemaining, spokenMark } from '../format/remaining.ts';

export interface CountdownProps {
  /** The end time, ISO 8601. */
  until: string;
  /** Shown after the end, until the server has sent the result. */
  endLabel?: string;
  /** Announces ten, five and one minute and ten seconds left. For an auction's own page, not for lists. */
  isSpoken?: boolean;
  /** Called once for each end that is reached while the page is open. */
  onEnd?: () => void;
}

/** The time left by the server's clock. The element itself is silent; announcements are made separately. */
export function Countdown(props: CountdownProps) {
  const { until, endLabel = 'Avslutas …', isSpoken = false } = props;
  const end = Date.parse(until);
  const text = useTick((now) => (end > now ? formatRemaining(end - now) : null));
  const mark = useTick((now) => (isSpoken ? spokenMark(end - now) : null));
  const isEnded = text === null;

  // Announce only when a mark is passed, not when the page opens.
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
