import type { ReactElement } from 'react';

/** An email that is ready to send: both forms say the same. */
export interface Email {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The page where emails like this are turned off; in the footer, and in a header unless `oneClickUrl` is. */
  unsubscribeUrl?: string;
  /** Turns emails like this off by a POST (MAIL-8). */
  oneClickUrl?: string;
  /** What its HTML shows, by `cid:` addresses: they go along with it. */
  pictures?: EmailPicture[];
}

export interface EmailPicture {
  cid: string;
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Who writes, and what about, at the top of an email (MAIL-6). */
export interface Letterhead {
  company_name: string;
  /** The address of its logo, at double density. */
  logo: string | null;
  cover: { address: string; alt: string } | null;
}

/** What a file `<feature>/emails/<name>.email.tsx` exports: one email, and what it looks like. */
export interface EmailTemplate<Props> {
  default: (props: Props) => ReactElement;
  /** One line: what has happened, and to which object. */
  subject: (props: Props) => string;
  /** Of emails that the reader can turn off; the same address stands in the footer. */
  unsubscribeUrl?: (props: Props) => string | undefined;
  /** The ordinary case and the hard ones, by what is special about them: for the gallery and its tests. */
  samples: Record<string, Props>;
}
