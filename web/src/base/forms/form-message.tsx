import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/feedback/notice.tsx';

/** What was refused and belongs to no field, above the form; focus goes to it when there is anything to read. */
export function FormMessage(props: {
  title: string;
  /** Null when nothing was refused. */
  messages: readonly string[] | null;
  /** What was done stands; only a part of it failed. */
  isPartial?: boolean;
}) {
  const { title, messages, isPartial = false } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (messages !== null && messages.length > 0) box.current?.focus();
  }, [messages]);
  if (messages === null) return null;
  return (
    <Notice ref={box} tone={isPartial ? 'warn' : 'danger'} title={title}>
      {messages.length > 0 && (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
