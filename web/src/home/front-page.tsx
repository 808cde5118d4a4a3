import { useRouteContext } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { session } from '../session/current.ts';
import { lazyPage } from '../shell/lazy-page.ts';

type Lazy = ComponentType & { preload?: () => Promise<void> };

const Login = lazyPage(() => import('../auth/login-page.tsx')) as Lazy;
const Home = lazyPage(async () => (await import('../shell/inside.ts')).pages.home()) as Lazy;

/** What stands at `/`: the login, or Hem for whoever has logged in and may see it (ROLE-3, SHELL-1). */
export function FrontPage() {
  const { me } = useRouteContext({ from: '/' });
  return me === null ? <Login /> : <Home />;
}

/** Fetches the one of the two that will be shown, as the router does with a page of its own. */
FrontPage.preload = async () => (session.isLoggedIn() ? Home : Login).preload?.();
