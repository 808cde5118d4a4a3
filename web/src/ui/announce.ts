/** The shortest time between two polite announcements. */
const PAUSE_MS = 5000;

/** What comes within this time is announced together, or replaced by something more urgent. */
const GATHER_MS = 100;

/** An announcement is removed after this time, so that nobody finds it when reading through the page. */
const KEPT_MS = 15_000;

/** What to announce; a function is called when its turn comes, and returns null when there is nothing left to say. */
export type Words = string | (() => string | null);

interface Waiting {
  words: Words;
  topic: string | undefined;
}

let waiting: Waiting[] = [];
let isPlanned = false;
let spokenMs = Number.NEGATIVE_INFINITY;

/**
 * Announces something politely, at most every five seconds; what comes in between is announced together. The same
 * words are announced once. Of one `topic` only the newest is announced: a count that changes again, a picture that is
 * passed. Returns a function that withdraws it, as long as it has not been announced.
 */
export function announce(words: Words, topic?: string): () => void {
  const one = { words, topic };
  waiting = waiting.filter((other) => other.words !== words && !isOf(topic, other));
  waiting.push(one);
  if (!isPlanned) {
    isPlanned = true;
    setTimeout(speak, Math.max(GATHER_MS, spokenMs + PAUSE_MS - performance.now()));
  }
  return () => {
    waiting = waiting.filter((other) => other !== one);
  };
}

/**
 * Announces something at once, interrupting the reader. Nothing else that waits with the same words or of the same
 * `topic` is announced. Returns a function that withdraws it.
 */
export function announceAtOnce(words: string, topic?: string): () => void {
  waiting = waiting.filter((other) => other.words !== words && !isOf(topic, other));
  return put('announce-assertive', words);
}

/** Another page is shown: what was to be announced of the one before no longer holds. */
export function clearAnnouncements(): void {
  waiting = [];
  for (const id of ['announce-polite', 'announce-assertive']) {
    document.getElementById(id)?.replaceChildren();
  }
}

/** Joins lines to one announcement; each that ends in a word or figure becomes a sentence. */
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

/** The two live regions are in the shell from the start: one that is inserted with its text is often not announced. */
function put(id: string, text: string): () => void {
  const line = document.createElement('p');
  const remove = () => line.remove();
  const region = document.getElementById(id);
  if (region === null || text === '') return remove;
  line.textContent = text;
  region.replaceChildren(line);
  setTimeout(remove, KEPT_MS);
  return remove;
}
