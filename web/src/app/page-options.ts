import type { PermissionCheck } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { redirect } from '@tanstack/react-router';
import { inTime, lazyPage } from '../base/frame/lazy-page.ts';
import { findPage, type PageFacts, type PageModule } from './page-facts.ts';

const PUBLIC_PAGES = import.meta.glob<PageModule>([
  '../pages/{auth,help,phone-photos,terms}/*-page.tsx',
  '!../pages/auth/login-page.tsx',
]);

/** Keeps the pages of signed-in users out of the login's script. */
const loadSignedIn = () => import('./signed-in.ts');

/** Route options of a public page. */
export function publicPage(module: string, facts: PageFacts = {}) {
  return {
    component: lazyPage(() => findPage(PUBLIC_PAGES, module)),
    staticData: { module, ...facts },
  };
}

/** Route options of a page that requires a login and a permission. Other users are redirected to `/` (ROLE-18). */
export function signedInPage(module: string, check: PermissionCheck, facts: PageFacts = {}) {
  return {
    component: lazySignedInPage(module),
    beforeLoad: only(check),
    loader: ({ context }: { context: { me: User } }) =>
      inTime(loadSignedIn().then(({ preparePage }) => preparePage(module, context.me))),
    staticData: { module, isSignedIn: true, may: check, ...facts },
  };
}

export function lazySignedInPage(module: string) {
  return lazyPage(async () => (await loadSignedIn()).loadPage(module));
}

/** Redirects users without the permission to `/` (ROLE-18). */
export function only(check: PermissionCheck) {
  return ({ context }: { context: { me: User } }) => {
    if (!check(context.me)) throw redirect({ to: '/', replace: true });
  };
}
