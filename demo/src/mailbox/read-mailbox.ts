import { setTimeout as pause } from 'node:timers/promises';

/** A letter as the mailbox's REST interface gives it. */
export type Letter = {
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

/** All letters to an address, the newest first. */
export async function readLetters(url: string, to: string): Promise<Letter[]> {
  const reply = await fetch(`${url}/email`);
  if (!reply.ok) throw new Error(`The mailbox answers ${reply.status}.`);
  const letters = (await reply.json()) as Letter[];
  return letters.filter((letter) => isTo(letter, to)).reverse();
}

/**
 * The newest letter to an address that satisfies the predicate, waited for.
 * Throws after `limitMs` with the subjects that did come.
 */
export async function latestLetter(
  url: string,
  to: string,
  satisfies: (letter: Letter) => boolean = () => true,
  limitMs = 10_000,
): Promise<Letter> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const letters = await readLetters(url, to);
    const found = letters.find(satisfies);
    if (found) return found;
    if (Date.now() > deadline) {
      const came = letters.map(({ subject }) => `«${subject}»`).join(', ') || 'none';
      throw new Error(`No such letter to ${to} within ${limitMs} ms; came: ${came}.`);
    }
    await pause(POLL_MS);
  }
}

/** Empties the mailbox for everybody. */
export async function emptyMailbox(url: string): Promise<void> {
  const reply = await fetch(`${url}/email/all`, { method: 'DELETE' });
  if (!reply.ok) throw new Error(`The mailbox answers ${reply.status}.`);
}

function isTo({ envelope }: Letter, address: string): boolean {
  return envelope.to.some((to) => to.address.toLowerCase() === address.toLowerCase());
}
