/** The politest distance between two announcements, in milliseconds. */
const PAUSE_MS = 5000;

let waiting: string | null = null;
let isPausing = false;

/**
 * Says something to screen readers: at once, then at most every fifth second. Of what comes during the
 * pause the last is said, since in an auction only the newest holds. `assertive` interrupts and never waits.
 */
export function announce(message: string, politeness: 'polite' | 'assertive' = 'polite'): void {
  if (politeness === 'assertive') {
    say('announce-assertive', message);
    return;
  }
  if (isPausing) {
    waiting = message;
    return;
  }
  isPausing = true;
  say('announce-polite', message);
  setTimeout(() => {
    isPausing = false;
    const next = waiting;
    waiting = null;
    if (next !== null) announce(next);
  }, PAUSE_MS);
}

/** The two live regions stand in the shell from the start: one that comes with its text is often not read. */
function say(id: string, message: string) {
  const region = document.getElementById(id);
  if (region === null) return;
  const line = document.createElement('p');
  line.textContent = message;
  region.replaceChildren(line);
}
