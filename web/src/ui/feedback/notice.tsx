import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { Children, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { announce, announceAtOnce, joinSentences } from '../announce.ts';
import { unbroken } from '../format/unbroken.tsx';
import styles from './notice.module.css';

export type Tone = 'info' | 'success' | 'warn' | 'danger';

export interface NoticeProps {
  tone: Tone;
  title?: string | undefined;
  children?: ReactNode;
  /**
   * `isAlert` announces the notice at once when it appears or changes, `isStatus` politely. Set neither if focus
   * moves to it.
   */
  isAlert?: boolean;
  isStatus?: boolean;
  /** For moving focus to the notice. It is then focusable but not a Tab stop. */
  ref?: Ref<HTMLDivElement>;
}

const ICONS = { info: Info, success: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

/** A message on the page, with a colour and an icon. */
export function Notice({ tone, title, children, isAlert, isStatus, ref }: NoticeProps) {
  const Icon = ICONS[tone];
  const body = useRef<HTMLDivElement>(null);
  const announced = useRef('');
  useEffect(() => {
    if (!isAlert && !isStatus) return;
    const text = joinSentences(body.current?.innerText.split(/\s*\n\s*/) ?? []);
    if (text === announced.current) return;
    announced.current = text;
    if (isAlert) announceAtOnce(text);
    else announce(text);
  });
  return (
    <div
      ref={ref}
      className={`${styles.notice} ${styles[tone]}`}
      tabIndex={ref === undefined ? undefined : -1}
    >
      <Icon size={20} />
      <div ref={body} className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <Body>{children}</Body>
      </div>
    </div>
  );
}

/** The reason why something failed, announced at once. Nothing without a message. */
export function Failure({ message }: { message: string | null | undefined }) {
  return message ? (
    <Notice tone="danger" isAlert>
      {message}
    </Notice>
  ) : null;
}

function Body({ children }: { children: ReactNode }) {
  if (!isText(children)) return unbroken(children);
  return <p>{unbroken(Children.toArray(children).join(''))}</p>;
}

/** True for text only. JSX passes a sentence with values as several pieces. */
const isText = (children: ReactNode): boolean =>
  Children.count(children) > 0 &&
  Children.toArray(children).every(
    (piece) => typeof piece === 'string' || typeof piece === 'number',
  );
