import { createTransport } from 'nodemailer';
import type { Letter } from './letter.ts';

export interface Mailer {
  /** Hands a letter to the mail server; throws when it was not taken. The id is the same on every try. */
  send(letter: Letter, jobId: string): Promise<void>;
  stop(): void;
}

/** A server that is silent for so long has failed (milliseconds). */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/**
 * Opens the way to the mail server, with so many letters under way at once. Nothing is connected before the
 * first letter. What the address says in its query (`?socketTimeout=30000`) goes before our own settings.
 */
export function openMailer(options: {
  smtpUrl: string;
  from: string;
  publicUrl: string;
  atOnce: number;
}): Mailer {
  const url = new URL(options.smtpUrl);
  for (const [name, value] of Object.entries(PATIENCE)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  const transport = createTransport({ url: url.href, pool: true, maxConnections: options.atOnce });
  const { hostname } = new URL(options.publicUrl);
  return {
    async send({ to, subject, html, text, turnOffUrl }, jobId) {
      await transport.sendMail({
        // As an address and not as text, which might be read as several.
        to: { name: '', address: to },
        subject,
        html,
        text,
        from: options.from,
        messageId: `<${jobId}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(turnOffUrl ? { list: { unsubscribe: turnOffUrl } } : {}),
      });
    },
    stop: () => transport.close(),
  };
}
