import { createContext, type ReactElement, type ReactNode, use, useEffect, useRef } from 'react';
import { unbroken } from '../../ui/format/unbroken.tsx';
import styles from './page.module.css';
import { useTitle, useTitleMark } from './title-mark.ts';

/** The end of every window title: the company's name, once it is loaded (SHELL-2). */
export const SiteName = createContext('Restvärde');

export interface PageProps {
  /** The heading, and the first half of the window's title. */
  title: string;
  /** Above the heading: a breadcrumb. */
  above?: ReactElement;
  /** Beside the heading: a status, buttons. */
  actions?: ReactNode;
  /**
   * `full`: all between the header's edges. `wide`: the same, with tools beside the heading. `narrow`: the login
   * card. `text`: for reading. `form`: 720 px. `sided`: the same, with room for a list beside it.
   */
  width?: 'wide' | 'full' | 'narrow' | 'text' | 'form' | 'sided';
  /** Shown first in the window's title, to be seen from another window. Precedes the site's own mark. */
  mark?: string | undefined;
  /** The form of this page was rejected. The window's title begins with that. */
  hasErrors?: boolean;
  children: ReactNode;
}

let isFirstPage = true;

/** Marks that later pages follow another, even if the first one failed to load. */
export function leaveFirstPage(): void {
  isFirstPage = false;
}

/**
 * A page. Its heading takes focus after a navigation, so that a screen reader reads it. Give a page that shows
 * several objects by one route a `key` by the object's id.
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
    // A page with a single field may have focused it.
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
          {actions !== undefined && <div className="cluster gap-3">{actions}</div>}
        </div>
      </div>
      {children}
    </div>
  );
}
