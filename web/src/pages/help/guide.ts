import type { ReactNode } from 'react';
import type { HelpPictureName } from './help-picture.tsx';

/** One matter that people look up. */
export interface GuideSection {
  /** Its place in the address, after `#`: never changed, since pages and others link to it. */
  id: string;
  title: string;
  text: ReactNode;
  /** What it looks like, by the name of its picture. */
  picture?: { name: HelpPictureName; alt: string };
}

/** What one kind of user needs to know, in the order in which it is met (SHELL-10). */
export interface Guide {
  title: string;
  sections: readonly GuideSection[];
}
