import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatWhen } from '../../ui/format/dates.ts';
import { unbroken } from '../../ui/format/unbroken.tsx';
import styles from './auction-form.module.css';

/** An existing auction that the form would have created. */
export interface ExistingListing {
  id: number;
  /** The message about it. Null if an earlier attempt created it, with the form's values at that time. */
  message: string | null;
}

/** The object was already listed; later changes can be made there. */
export function ListedNotice({ id, message }: ExistingListing) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} tone="warn" title={message ?? 'Auktionen är redan tillagd'}>
      <p>
        {message === null && (
          <span>{'Ett tidigare försök kom fram, med uppgifterna som de var då. '}</span>
        )}
        <Link to={paths.changeAuction(id)}>Öppna auktionen</Link> <span>för att ändra den.</span>
      </p>
    </Notice>
  );
}

export interface DraftNoticeProps {
  /** What was found, by its time. */
  children: (when: string) => string;
  /** When it was stored, in device time. */
  at: number;
  goOn: () => void;
  discard: () => void;
}

/** Offers to restore or discard an unsaved draft (FORM-11). */
export function DraftNotice(props: DraftNoticeProps) {
  // After a reload the browser restores the scroll position, with this notice out of view.
  useEffect(() => {
    const frame = requestAnimationFrame(() => scrollTo({ top: 0 }));
    return () => {
      cancelAnimationFrame(frame);
      // The pressed button is removed with the notice.
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
