import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import styles from './breadcrumb.module.css';

export interface BreadcrumbProps {
  /** The pages above this one, from the top. */
  items: readonly { title: string; href: string }[];
  /** The title of this page. */
  current: string;
}

/** The breadcrumb of a page (FMT-4). */
export function Breadcrumb({ items, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Sökväg">
      <ol className="quiet">
        {items.map((item) => (
          <li key={item.href} className={styles.item}>
            <Link href={item.href} className={styles.link ?? ''}>
              {item.title}
            </Link>
            <ChevronRight size={16} />
          </li>
        ))}
        <li className={styles.item} aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
