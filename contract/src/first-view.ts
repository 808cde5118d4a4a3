import type { Company } from './companies/companies.ts';
import type { User } from './users.ts';

/** What a first view is rendered of: the server asks for it, and the web app, built for the server, renders it. */
export interface FirstView {
  /** The page's path. */
  path: string;
  /** How wide the window is, in CSS pixels. */
  width: number;
  /** For whom; null for everybody, before the login. */
  answers: FirstAnswers | null;
}

/** What the API answered to the one who asks for a view. */
export interface FirstAnswers {
  me: User;
  /** The list or the auction that the page is about: what the API answers at the page's path. */
  page: unknown;
  /** Null for a superuser, who belongs to none. */
  company: Company | null;
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
  /** Its path; a segment that begins with `$` stands for any text. */
  path: string;
  /** Its HTML, below the build's folder. */
  file: string;
  /** For whom there is a first view: in the HTML for everybody, or rendered for who has logged in. */
  first_view: 'everybody' | 'signed_in' | null;
  /** All that it consists of for who has logged in, beside the app's first script: names in Vite's manifest. */
  needs: string[];
}
