import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../base/urls/paths.ts';
import styles from './header.module.css';

/** The logo, a link to the first page (SHELL-2). Defaults to the product's own. */
export function LogoLink({ children }: { children?: ReactNode }) {
  return (
    <Link to={paths.home} className={`row gap-2 ${styles.logo}`}>
      {children ?? (
        <>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Restvärde
        </>
      )}
    </Link>
  );
}
