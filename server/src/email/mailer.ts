import { Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Email } from './email.ts';

export interface Mailer {
  /** Sends an email to the mail server; throws if it is not accepted. The id is the same on every try. */
  send(email: Email, jobId: string): Promise<void>;
  stop(): void;
}

/** A mail server that is silent for this long has failed. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/**
 * Opens the mail transport with a number of emails at a time. Connects with the first email. Parameters in the URL's
 * query (`?socketTimeout=30000`) override our settings.
 */
export function openMailer(options: {
  smtpUrl: string;
  from: string;
  publicUrl: string;
  atOnce: number;
}): Mailer {
  const url = new URL(options.smtpUrl);
  for (const [name, value] of Object.entries(TIMEOUTS_MS)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  const transport = createTransport({ url: url.href, pool: true, maxConnections: options.atOnce });
  transport.use('stream', ({ message }, done) => {
    message.transform(() => inOnePiece());
    done();
  });
  const { hostname } = new URL(options.publicUrl);
  return {
    async send(email, jobId) {
      const { to, subject, html, text, pictures = [] } = email;
      const unsubscribe = email.oneClickUrl ?? email.unsubscribeUrl;
      await transport.sendMail({
        // An object, because a string might be parsed as several addresses.
        to: { name: '', address: to },
        subject,
        html,
        text,
        // Right for Swedish. By default Nodemailer examines each text to choose.
        textEncoding: 'Q',
        from: options.from,
        messageId: `<${jobId}@${hostname}>`,
        attachments: pictures.map((picture) => ({
          ...picture,
          contentDisposition: 'inline' as const,
        })),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(email.oneClickUrl ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
        ...(unsubscribe ? { list: { unsubscribe } } : {}),
      });
    },
    stop: () => transport.close(),
  };
}

/** Joins the chunks of a message: Nodemailer would send a TLS record for each header and part. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform(piece, _encoding, next) {
      pieces.push(piece);
      next();
    },
    flush(end) {
      end(null, Buffer.concat(pieces));
    },
  });
}
