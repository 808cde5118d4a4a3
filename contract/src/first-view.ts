import type { Company } from './companies/companies.ts';
import type { may } from './roles.ts';
import type { User } from './users.ts';

/** The input of a first view: the server provides it, and the server build of the web app renders it. */
export interface FirstView {
  /** The page's path. */
  path: string;
  /** How wide the window is, in CSS pixels. */
  width: number;
  /** The viewer; null before the login. */
  answers: FirstAnswers | null;
}

/** The API's answers for the viewer. */
export interface FirstAnswers {
  me: User;
  /** Null for a superuser. */
  company: Company | null;
  /** The answers of the page's endpoints that the viewer may call (`SitePage.asks`), by path. */
  page: Record<string, unknown>;
}

/** A rendered first view. */
export interface RenderedView {
  html: string;
  /** The queries that it shows, as TanStack Query dehydrates them. */
  state: unknown;
  /** The moment that it shows (milliseconds since 1970). */
  now_ms: number;
}

/** A page of the site, as the web app's build lists it in `pages.json`. */
export interface SitePage {
  /** Its path; a segment that begins with `$` matches any text. */
  path: string;
  /** Its HTML, below the build's folder. */
  file: string;
  /** The first view for logged-in users; null if it has none. */
  view: {
    /** Who may see it, by the name of the check. */
    may: keyof typeof may;
    /** The path of the page that all others are redirected to. */
    otherwise: string | null;
    /** The paths of its endpoints, with the page's parameters, and the names of their permission checks. */
    asks: { path: string; may: keyof typeof may }[];
  } | null;
  /** Its modules for logged-in users besides the app's first script, by their names in Vite's manifest. */
  needs: string[];
}
