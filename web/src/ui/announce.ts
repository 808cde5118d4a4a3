/** The politest distance between two announcements. */
const PAUSE_MS = 5000;

/** Read by then: who walks through the page later is not to find it. */
const KEPT_MS = 15_000;

/** What is to be said; a function says it as it is when its turn comes, or null when there is nothing left to say. */
export type Words = string | (() => string | null);

let waiting: Words[] = [];
let isPausing = false;

/**
 * Says something to screen readers: at once, then at most every fifth second, when all that came in between is
 * said in one.
 */
export function announce(words: Words): void {
  waiting = [...waiting.filter((one) => one !== words), words];
  if (!isPausing) speak();
}

/** Interrupts to say something, and never waits. Returns what takes it away, when it is no longer so. */
export function announceAtOnce(words: string): () => void {
  return say('announce-assertive', words);
}

function speak() {
  const line = sayable(waiting);
  waiting = [];
  if (line === '') return;
  isPausing = true;
  say('announce-polite', line);
  setTimeout(() => {
    isPausing = false;
    speak();
  }, PAUSE_MS);
}

function sayable(words: readonly Words[]): string {
  const said = words
    .map((one) => (typeof one === 'string' ? one : one()))
    .filter((one) => one !== null);
  return said
    .map((one, at) => (at < said.length - 1 && /[\p{L}\d]$/u.test(one) ? `${one}.` : one))
    .join(' ');
}

/** The two live regions stand in the shell from the start: one that comes with its text is often not read. */
function say(id: string, message: string): () => void {
  const line = document.createElement('p');
  const takeAway = () => line.remove();
  const region = document.getElementById(id);
  if (region === null || message === '') return takeAway;
  line.textContent = message;
  region.replaceChildren(line);
  setTimeout(takeAway, KEPT_MS);
  return takeAway;
}
