import { useRouteContext } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPage } from '../base/frame/lazy-page.ts';
import { session } from '../base/session/current.ts';
import { LoginPage } from '../pages/auth/login-page.tsx';

type Lazy = ComponentType & { preload?: () => Promise<void> };

const Home = lazyPage(async () => (await import('./signed-in.ts')).pages.home()) as Lazy;

/** What stands at `/`: the login, or Hem for whoever has logged in and may see it (ROLE-3, SHELL-1). */
export function FrontPage() {
  const { me } = useRouteContext({ from: '/' });
  return me === null ? <LoginPage /> : <Home />;
}

/** Fetches what will be shown, as the router does with a page of its own; the login came along. */
FrontPage.preload = async () => (session.isLoggedIn() ? Home.preload?.() : undefined);
