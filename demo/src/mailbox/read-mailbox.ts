import { setTimeout as pause } from 'node:timers/promises';

/** An email in the JSON list of the mailbox. */
export type ReceivedEmail = {
  id: string;
  /** The Date header, ISO 8601. */
  time: string;
  subject: string;
  from: { address: string; name?: string }[];
  to: { address: string; name?: string }[];
  headers: Record<string, unknown>;
  text?: string;
  html?: string;
  attachments: { filename: string; contentType: string }[];
  envelope: { to: { address: string }[] };
};

const POLL_MS = 20;
/** Longer than any delay of a busy machine. */
const HANGS_MS = 120_000;

/** Returns the emails to an address, newest first. */
export async function readEmails(url: string, to: string): Promise<ReceivedEmail[]> {
  const reply = await fetch(`${url}/email`);
  if (!reply.ok) throw new Error(`The mailbox answers ${reply.status}.`);
  const emails = (await reply.json()) as ReceivedEmail[];
  return emails.filter((email) => isTo(email, to)).reverse();
}

/**
 * Waits for an email to an address that satisfies the predicate and returns the newest. Throws after `limitMs` with the
 * subjects of the emails that came.
 */
export async function latestEmail(
  url: string,
  to: string,
  satisfies: (email: ReceivedEmail) => boolean = () => true,
  limitMs = HANGS_MS,
): Promise<ReceivedEmail> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const emails = await readEmails(url, to);
    const found = emails.find(satisfies);
    if (found) return found;
    if (Date.now() > deadline) {
      const came = emails.map(({ subject }) => `"${subject}"`).join(', ') || 'none';
      throw new Error(`No such email to ${to} within ${limitMs} ms; came: ${came}.`);
    }
    await pause(POLL_MS);
  }
}

/** Removes all emails. */
export async function emptyMailbox(url: string): Promise<void> {
  const reply = await fetch(`${url}/email/all`, { method: 'DELETE' });
  if (!reply.ok) throw new Error(`The mailbox answers ${reply.status}.`);
}

function isTo({ envelope }: ReceivedEmail, address: string): boolean {
  return envelope.to.some((to) => to.address.toLowerCase() === address.toLowerCase());
}

/** Returns the six digits of a login code (AUTH-4). */
export function codeIn(email: Pick<ReceivedEmail, 'text'>): string {
  return /\b\d{6}\b/.exec(email.text ?? '')?.[0] ?? '';
}
