import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './new-tab-link.module.css';

/** A link that opens in a new tab, and announces that. */
export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      <span>{children}</span>
      <ExternalLink size={16} className={styles.icon} />
      <span className="visually-hidden"> (öppnas i ny flik)</span>
    </a>
  );
}
