import type { ReactNode } from 'react';
import type { HelpPictureName } from './help-picture.tsx';

/** One topic of the help. */
export interface GuideSection {
  /** The fragment of its URL. Never changed, since pages and others link to it. */
  id: string;
  title: string;
  text: ReactNode;
  /** Its picture, by name. */
  picture?: { name: HelpPictureName; alt: string };
}

/** The topics for one kind of user, in the order they are needed (SHELL-10). */
export interface Guide {
  title: string;
  sections: readonly GuideSection[];
}
