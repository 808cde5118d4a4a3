import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatWhen } from '../../ui/format/dates.ts';
import { unbroken } from '../../ui/format/unbroken.tsx';
import styles from './auction-form.module.css';

/** An auction that the form would have listed, and that is there already. */
export interface Listed {
  id: number;
  /** What was said about it; null: it was listed by an earlier try, as the form was then. */
  said: string | null;
}

/** The object was listed before: what was written since can be changed there. */
export function ListedNotice({ id, said }: Listed) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} tone="warn" title={said ?? 'Auktionen är redan tillagd'}>
      <p>
        {said === null && (
          <span>{'Ett tidigare försök kom fram, med uppgifterna som de var då. '}</span>
        )}
        <Link to={paths.changeAuction(id)}>Öppna auktionen</Link> <span>för att ändra den.</span>
      </p>
    </Notice>
  );
}

export interface DraftNoticeProps {
  /** What is there, and since when. */
  children: (when: string) => string;
  /** When it was kept, in device time. */
  at: number;
  goOn: () => void;
  discard: () => void;
}

/** Somebody left something unsaved here: to go on with, or to throw away (FORM-11). */
export function DraftNotice(props: DraftNoticeProps) {
  // After a reload the page would stand where it was left, with this out of sight.
  useEffect(() => {
    const frame = requestAnimationFrame(() => scrollTo({ top: 0 }));
    return () => {
      cancelAnimationFrame(frame);
      // The button that was pressed goes with it.
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Notice tone="info">
      <p>
        {unbroken(
          `${props.children(formatWhen(props.at, Date.now()))} Bilder och dokument finns inte med.`,
        )}
      </p>
      <div className={styles.choices}>
        <Button size="sm" onPress={props.goOn}>
          Fortsätt
        </Button>
        <Button size="sm" variant="quiet" onPress={props.discard}>
          Kasta
        </Button>
      </div>
    </Notice>
  );
}
