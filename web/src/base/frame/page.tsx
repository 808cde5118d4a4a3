import { type ReactElement, type ReactNode, use, useEffect, useRef } from 'react';
import { unbroken } from '../../ui/format/unbroken.tsx';
import styles from './page.module.css';
import { SiteName } from './site-name.ts';
import { useTitleMark } from './title-mark.ts';
import { useTitle } from './use-title.ts';

export interface PageProps {
  /** The heading, and the first half of the window's title. */
  title: string;
  /** Above the heading: a breadcrumb. */
  above?: ReactElement;
  /** Beside the heading: a status, buttons. */
  actions?: ReactNode;
  /**
   * `full` is all there is between the header's edges, `wide` the same with tools beside the heading, `narrow` the card
   * of the login, `text` for reading, `form` 720 px, `sided` the same with room for a list beside it.
   */
  width?: 'wide' | 'full' | 'narrow' | 'text' | 'form' | 'sided';
  /** What asks for attention from another window: it stands first in the window's title, before what the whole site has to say. */
  mark?: string | undefined;
  /** Has the form of this page been refused? Then the window's title says so first. */
  hasErrors?: boolean;
  children: ReactNode;
}

let isFirstPage = true;

/** The next page comes in place of another, also of one that never came. */
export function leaveFirstPage(): void {
  isFirstPage = false;
}

/**
 * A page: its heading takes focus when it comes in place of another, so that a screen reader tells where
 * one is. A page that shows another object by the same route is given a `key` by its id.
 */
export function Page(props: PageProps) {
  const { title, above, actions, width = 'full', hasErrors = false, children } = props;
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const siteName = use(SiteName);
  const siteMark = useTitleMark();
  const mark = props.mark ?? siteMark;
  const marks = `${hasErrors ? 'Fel: ' : ''}${mark === undefined ? '' : `${mark} – `}`;
  useTitle(`${marks}${title} – ${siteName}`);

  useEffect(() => {
    // A page with a single field may have taken focus to it.
    const isInside = page.current?.contains(document.activeElement);
    if (!isFirstPage && !isInside) heading.current?.focus({ preventScroll: true });
    leaveFirstPage();
  }, []);

  return (
    <div ref={page} className={`${styles.page} ${styles[width] ?? ''}`}>
      <div className={styles.head}>
        {above}
        <div className={styles.row}>
          <h1 ref={heading} tabIndex={-1}>
            {unbroken(title)}
          </h1>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      </div>
      {children}
    </div>
  );
}
