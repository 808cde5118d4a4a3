/** Minimum time between two polite announcements. */
const PAUSE_MS = 5000;

/** Messages that arrive within this time are announced together, or dropped for a more urgent one. */
const BATCH_MS = 100;

/** An announcement is then removed, so that nobody finds it when reading through the page. */
const REMOVE_MS = 15_000;

/** The text to announce. A function is called when its turn comes, and returns null to announce nothing. */
export type Words = string | (() => string | null);

interface Waiting {
  words: Words;
  topic: string | undefined;
}

let waiting: Waiting[] = [];
let isPlanned = false;
let spokenMs = Number.NEGATIVE_INFINITY;

/**
 * Announces a message politely, at most every five seconds. Messages that arrive in between are announced together,
 * and equal ones once. For each `topic` only the newest is announced. Returns a function that withdraws the message
 * if it has not been announced yet.
 */
export function announce(words: Words, topic?: string): () => void {
  const one = { words, topic };
  waiting = waiting.filter((other) => other.words !== words && !isOf(topic, other));
  waiting.push(one);
  if (!isPlanned) {
    isPlanned = true;
    setTimeout(speak, Math.max(BATCH_MS, spokenMs + PAUSE_MS - performance.now()));
  }
  return () => {
    waiting = waiting.filter((other) => other !== one);
  };
}

/**
 * Announces a message at once, interrupting the screen reader. Drops waiting messages with the same words or `topic`.
 * Returns a function that withdraws it.
 */
export function announceAtOnce(words: string, topic?: string): () => void {
  waiting = waiting.filter((other) => other.words !== words && !isOf(topic, other));
  return put('announce-assertive', words);
}

/** Drops the waiting announcements of the previous page. */
export function clearAnnouncements(): void {
  waiting = [];
  for (const id of ['announce-polite', 'announce-assertive']) {
    document.getElementById(id)?.replaceChildren();
  }
}

/** Joins lines to one announcement. A line that ends in a letter or digit gets a full stop. */
export function joinSentences(lines: readonly string[]): string {
  return lines
    .map((line, at) => (at < lines.length - 1 && /[\p{L}\d]$/u.test(line) ? `${line}.` : line))
    .join(' ');
}

const isOf = (topic: string | undefined, other: Waiting) =>
  topic !== undefined && other.topic === topic;

function speak() {
  isPlanned = false;
  const lines = waiting
    .map(({ words }) => (typeof words === 'string' ? words : words()))
    .filter((line) => line !== null);
  waiting = [];
  const sentence = joinSentences(lines);
  if (sentence === '') return;
  spokenMs = performance.now();
  put('announce-polite', sentence);
}

/** Writes to one of the shell's two live regions. A region that is inserted with its text is often not announced. */
function put(id: string, text: string): () => void {
  const line = document.createElement('p');
  const remove = () => line.remove();
  const region = document.getElementById(id);
  if (region === null || text === '') return remove;
  line.textContent = text;
  region.replaceChildren(line);
  setTimeout(remove, REMOVE_MS);
  return remove;
}
