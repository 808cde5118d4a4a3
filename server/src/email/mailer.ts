import { Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Email } from './email.ts';

export interface Mailer {
  /** Hands an email to the mail server; throws when it was not taken. The id is the same on every try. */
  send(email: Email, jobId: string): Promise<void>;
  stop(): void;
}

/** A server that is silent for so long has failed. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/**
 * Opens the way to the mail server, with a number of emails under way at once. Nothing is connected before the
 * first email. What the address says in its query (`?socketTimeout=30000`) goes before our own settings.
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
        // As an address and not as text, which might be read as several.
        to: { name: '', address: to },
        subject,
        html,
        text,
        // Swedish: what it would find out of each text, letter by letter.
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

/** Each header and part of a message would be a write of its own, and a record of TLS. */
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
