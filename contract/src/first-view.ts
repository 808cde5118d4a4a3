/** What a first view is drawn of: the server asks for it, and the web app, built for the server, draws it. */
export interface FirstView {
  /** The page's path. */
  address: string;
  /** How wide the window is, in CSS pixels. */
  width: number;
  /** What the API answered whoever asks, by the address of the call; null for nobody who has logged in. */
  answers: Record<string, unknown> | null;
}
