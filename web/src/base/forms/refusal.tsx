import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/feedback/notice.tsx';

/** What was refused and belongs to no field, above the form; focus goes to it when there is anything to read. */
export function Refusal(props: {
  title: string;
  /** Null when nothing was refused. */
  sentences: readonly string[] | null;
  /** What was done stands; only a part of it failed. */
  isPartial?: boolean;
}) {
  const { title, sentences, isPartial = false } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentences !== null && sentences.length > 0) box.current?.focus();
  }, [sentences]);
  if (sentences === null) return null;
  return (
    <Notice ref={box} tone={isPartial ? 'warn' : 'danger'} isAlert title={title}>
      {sentences.length > 0 && (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
