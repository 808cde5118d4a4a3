import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/feedback/notice.tsx';

/** A form's errors that belong to no field, above the form. Takes focus when there are any. */
export function FormMessage(props: {
  title: string;
  /** Null if nothing was rejected; empty if all errors are at fields. */
  messages: readonly string[] | null;
  /** Shows the title even without messages. By default if `isPartial`. */
  hasTitleAlone?: boolean;
  /** The change was saved; only a part of it failed. */
  isPartial?: boolean;
}) {
  const { title, messages, isPartial = false, hasTitleAlone = isPartial } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (messages !== null && messages.length > 0) box.current?.focus();
  }, [messages]);
  if (messages === null || (messages.length === 0 && !hasTitleAlone)) return null;
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
