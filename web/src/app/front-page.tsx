import { useRouteContext } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { LoginPage } from '../pages/auth/login-page.tsx';
import { lazySignedInPage } from './page-options.ts';

/** The module of the home page. */
export const HOME_PAGE = 'home/home-page.tsx';

type Lazy = ComponentType & { preload?: () => Promise<void> };

export const Home = lazySignedInPage(HOME_PAGE) as Lazy;

/** The page at `/`: the login, or the home page for users who may see it (ROLE-3, SHELL-1). */
export function FrontPage() {
  const { me } = useRouteContext({ from: '/' });
  return me === null ? <LoginPage /> : <Home />;
}
