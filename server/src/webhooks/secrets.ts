import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret of a webhook, as Standard Webhooks 1.0.0 writes it. */
export const makeWebhookSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** What is signed. */
export interface SignedMessage {
  message_id: string;
  /** Seconds since 1970. */
  timestamp_s: number;
  body: string;
}

/** `webhook-signature` of Standard Webhooks 1.0.0: one signature for each secret, in order. */
export function signMessage(
  secrets: string[],
  { message_id, timestamp_s, body }: SignedMessage,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      const hmac = createHmac('sha256', key).update(`${message_id}.${timestamp_s}.${body}`);
      return `v1,${hmac.digest('base64')}`;
    })
    .join(' ');
}
