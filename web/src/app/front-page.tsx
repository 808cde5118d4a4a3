import { useRouteContext } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { LoginPage } from '../pages/auth/login-page.tsx';
import { lazySignedInPage } from './page-options.ts';

/** Hem, by its module. */
export const HOME_PAGE = 'home/home-page.tsx';

type Lazy = ComponentType & { preload?: () => Promise<void> };

export const Home = lazySignedInPage(HOME_PAGE) as Lazy;

/** What stands at `/`: the login, or Hem for whoever has logged in and may see it (ROLE-3, SHELL-1). */
export function FrontPage() {
  const { me } = useRouteContext({ from: '/' });
  return me === null ? <LoginPage /> : <Home />;
}
