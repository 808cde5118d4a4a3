import { LIVE_ALIVE, LIVE_CLOSE, LIVE_MS, LIVE_READY, LIVE_RENEW } from '@restvarde/contract/live';

/**
 * The longest waits between attempts (LIVE-5). Each is anything from nothing up to that, so
 * that all who lost a server do not come back in step; never more, since an auction may be in its last minute.
 */
const DELAYS_MS = [1000, 2000, 4000, 5000];
/** A line that is not ready by then will not be. */
const OPENING_MS = 10_000;
/** Without a word from the server for this long, the time of two pings, a line is dead. */
const SILENCE_MS = 2 * LIVE_MS.ping + 5_000;
/** Silent for this long, more than the time of one ping, a line is doubted by whoever comes back to the page. */
const DOUBT_MS = LIVE_MS.ping + 5_000;

export interface LiveSocketOptions {
  /** The full address, ws: or wss:. */
  url: string;
  /** The token to show; null when nobody is logged in. `dead` is one that was refused, or soon will be. */
  token: (dead: string | null) => Promise<string | null>;
  /** A message, parsed from JSON. */
  onMessage: (message: unknown) => void;
  /** Messages come from now on: whatever was shown may be old, so fetch it again (LIVE-2). */
  onReady: () => void;
  /** The line went down or came back; the first opening counts as coming back. */
  onLine: (is_up: boolean) => void;
  /** There is nothing to listen to: not visible to the caller, or nobody is logged in (LIVE-4). */
  onGone?: () => void;
  delays?: readonly number[];
}

export interface LiveSocket {
  /** Tries at once, when it is down or in doubt: the page came back into view. */
  wake(): void;
  /** Opens another line in place of this one: the network went and came. */
  renew(): void;
  close(): void;
}

/** A socket that comes back: shows its token, waits longer after each failure, and notices silence. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const delays = options.delays ?? DELAYS_MS;
  let socket: WebSocket | null = null;
  let attempts = 0;
  let received_at = 0;
  let shown: string | null = null;
  let refused: string | null = null;
  let isOver = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  async function connect() {
    clearTimeout(retry);
    const opening = new WebSocket(options.url);
    socket = opening;
    listenFor(opening, OPENING_MS);
    opening.onopen = async () => {
      try {
        shown = await options.token(refused);
      } catch {
        return opening.close();
      }
      if (socket !== opening || opening.readyState !== WebSocket.OPEN) return;
      if (shown === null) return finish();
      opening.send(JSON.stringify({ token: shown }));
    };
    opening.onmessage = (event) => {
      if (socket !== opening) return;
      listenFor(opening, SILENCE_MS);
      if (event.data === LIVE_ALIVE) return;
      if (event.data === LIVE_READY) return markReady();
      if (event.data === LIVE_RENEW) return void showFresh(opening);
      const message = parse(event.data);
      if (message !== undefined) options.onMessage(message);
    };
    opening.onclose = (event) => {
      if (socket === opening) lose(event.code);
    };
  }

  /** Goes on with a fresh token on the same line, so that nothing is missed. */
  async function showFresh(open: WebSocket) {
    const fresh = await options.token(shown).catch(() => null);
    // Without one the server closes the line when its time comes, and the next one asks again.
    if (fresh === null || socket !== open || open.readyState !== WebSocket.OPEN) return;
    shown = fresh;
    open.send(JSON.stringify({ token: fresh }));
  }

  function markReady() {
    attempts = 0;
    refused = null;
    options.onLine(true);
    options.onReady();
  }

  /** Every word, and each attempt to connect, buys the line more time. */
  function listenFor(open: WebSocket, patience_ms: number) {
    received_at = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (socket !== open) return;
      open.close();
      // The close of a dead line may take minutes to be noticed.
      lose(null);
    }, patience_ms);
  }

  function lose(code: number | null) {
    socket = null;
    clearTimeout(silence);
    if (isOver) return;
    if (code === LIVE_CLOSE.notFound) return finish();
    options.onLine(false);
    if (code === LIVE_CLOSE.unauthorized) refused = shown;
    const longestMs = delays[Math.min(attempts, delays.length - 1)] ?? 0;
    attempts++;
    retry = setTimeout(connect, longestMs * Math.random());
  }

  function renew() {
    if (isOver) return;
    const before = socket;
    socket = null;
    before?.close();
    void connect();
  }

  function finish() {
    if (isOver) return;
    close();
    options.onLine(true);
    options.onGone?.();
  }

  function close() {
    isOver = true;
    clearTimeout(retry);
    clearTimeout(silence);
    socket?.close();
    socket = null;
  }

  void connect();
  return {
    close,
    renew,
    wake() {
      if (socket === null || Date.now() - received_at > DOUBT_MS) renew();
    },
  };
}

function parse(written: unknown): unknown {
  try {
    return JSON.parse(String(written));
  } catch {
    return undefined;
  }
}
