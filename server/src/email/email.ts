import type { ReactElement } from 'react';
import type { WorkerContext } from '../context.ts';

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

/** The top of an email about an auction, with its inline pictures. */
export interface EmailTop {
  letterhead: Letterhead;
  pictures: EmailPicture[];
}

/** The content of an email. */
export interface EmailTemplate<Props> {
  /** The name in the product, in Swedish (MAIL-2, MAIL-7). */
  name: string;
  /** It is not sent on behalf of a company, so companies have no preview of it (MAIL-7). */
  isForOperators?: boolean;
  /** One line: what happened, and to which object. */
  subject(props: Props): string;
  /** For emails that the reader can turn off; the footer links to the same page. */
  unsubscribeUrl?(props: Props): string | undefined;
  template(props: Props): ReactElement;
  /** Props of the ordinary case and the hard ones, by name, for previews, the gallery and the tests. */
  samples: Record<string, Props>;
}

/** The default export of a file `<feature>/emails/<kind>.email.tsx`. The file's name has the `kind` of its jobs. */
export interface EmailDefinition<Job, Props> extends EmailTemplate<Props> {
  read: ReadEmail<Job, Props>;
}

/**
 * Reads the recipient and the content at the time of sending. Null if there is no recipient. An `Email` has
 * been rendered by another template.
 */
export type ReadEmail<Job, Props> = (
  context: WorkerContext,
  job: Job,
  jobId: string,
) => Promise<Message<Props> | Email | null>;

/** An email that is not rendered yet. */
export interface Message<Props> {
  to: string;
  props: Props;
  /** Null for emails that are not about an auction. */
  top?: EmailTop | null;
  oneClickUrl?: string;
}
