import type { ReactElement } from 'react';

/** A rendered email: HTML and text have the same content. */
export interface Email {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The page where such emails are turned off; linked in the footer, and in a header without `oneClickUrl`. */
  unsubscribeUrl?: string;
  /** Turns such emails off by a POST (MAIL-8). */
  oneClickUrl?: string;
  /** Inline pictures that its HTML refers to by `cid:` addresses. */
  pictures?: EmailPicture[];
}

export interface EmailPicture {
  cid: string;
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Sender and subject at the top of an email (MAIL-6). */
export interface Letterhead {
  company_name: string;
  /** URL of the logo, at double density. */
  logo: string | null;
  cover: { address: string; alt: string } | null;
}

/** The exports of a file `<feature>/emails/<name>.email.tsx`: one email. */
export interface EmailTemplate<Props> {
  default: (props: Props) => ReactElement;
  /** One line: what happened, and to which object. */
  subject: (props: Props) => string;
  /** For emails that the reader can turn off; the footer links to the same page. */
  unsubscribeUrl?: (props: Props) => string | undefined;
  /** Props of the ordinary case and the hard ones, by name, for the gallery and its tests. */
  samples: Record<string, Props>;
}
