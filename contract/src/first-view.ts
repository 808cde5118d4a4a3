/** What a first view is drawn of: the server asks for it, and the web app, built for the server, draws it. */
export interface FirstView {
  /** The page's path. */
  address: string;
  /** How wide the window is, in CSS pixels. */
  width: number;
  /** What the API answered whoever asks, by the address of the call; null for nobody who has logged in. */
  answers: Record<string, unknown> | null;
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
