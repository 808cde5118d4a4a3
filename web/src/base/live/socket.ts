import { LIVE_ALIVE, LIVE_CLOSE, LIVE_MS, LIVE_READY, LIVE_RENEW } from '@restvarde/contract/live';

/**
 * The maximum delays between attempts (LIVE-5). Each delay is random between zero and its maximum, so that clients do
 * not reconnect in step. They are short, since an auction may be in its last minute.
 */
const DELAYS_MS = [1000, 2000, 4000, 5000];
/** Time limit for a connection to become ready. */
const OPENING_MS = 10_000;
/** A connection without a message for this long, two pings, is dead. */
const SILENCE_MS = 2 * LIVE_MS.ping + 5_000;
/** On return to the page, a connection that has been silent for more than one ping is replaced. */
const DOUBT_MS = LIVE_MS.ping + 5_000;

export interface LiveSocketOptions {
  /** The full URL, ws: or wss:. */
  url: string;
  /** Returns the access token, or null if nobody is logged in. `dead` is a token that was refused or soon expires. */
  token: (dead: string | null) => Promise<string | null>;
  /** Called with each message, parsed from JSON. */
  onMessage: (message: unknown) => void;
  /** Called when messages begin to arrive. Displayed data may be stale, so refetch it (LIVE-2). */
  onReady: () => void;
  /** Called when the connection is lost or restored, and at the first connection. */
  onLine: (is_up: boolean) => void;
  /** Called if the address is hidden from the caller or nobody is logged in (LIVE-4). */
  onGone?: () => void;
  delays?: readonly number[];
}

export interface LiveSocket {
  /** Reconnects at once if the connection is down or in doubt: the page is visible again. */
  wake(): void;
  /** Replaces the connection: the network was lost and is back. */
  renew(): void;
  close(): void;
}

/** A socket that reconnects: authenticates with its token, backs off after failures, and detects silence. */
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

  /** Authenticates again on the same connection with a fresh token, so that no message is lost. */
  async function showFresh(open: WebSocket) {
    const fresh = await options.token(shown).catch(() => null);
    // Without a token the server closes the connection when the old one expires, and the next attempt asks again.
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

  /** Every message and each connection attempt extends the time limit. */
  function listenFor(open: WebSocket, patience_ms: number) {
    received_at = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (socket !== open) return;
      open.close();
      // A dead connection may take minutes to close.
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
