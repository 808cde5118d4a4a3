import { createTransport } from 'nodemailer';
import type { Letter } from './letter.ts';

export interface Mailer {
  /** Hands a letter to the mail server; throws when it was not taken. The id is the same on every try. */
  send(letter: Letter, jobId: string): Promise<void>;
  stop(): void;
}

const TIMEOUT = 10_000;

/** Opens the way to the mail server. Nothing is connected before the first letter. */
export function openMailer(options: { smtpUrl: string; from: string; domain: string }): Mailer {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  return {
    async send(letter, jobId) {
      await transport.sendMail({
        ...letter,
        from: options.from,
        messageId: `<${jobId}@${options.domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    stop: () => transport.close(),
  };
}
