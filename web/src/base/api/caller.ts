import type { BodyInput, Endpoint, QueryInput, Reply } from '@restvarde/contract/endpoint';
import { may } from '@restvarde/contract/roles';
import type { ServerClock } from '../../ui/clock/server-clock.ts';
import type { Refresh } from '../session/refresher.ts';
import type { Session } from '../session/session.ts';
import { addressOf, type PathValue, type QueryValue } from './address.ts';
import { ApiError } from './api-error.ts';
import { sendAsCurrentUser } from './bearer.ts';

const TIMEOUT_MS = 30_000;

/** An answer, and the device's time when it was requested and received (milliseconds). */
interface Exchange {
  response: Response;
  sent_ms: number;
  received_ms: number;
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** The input of a call, by its endpoint's definition. */
export type CallInput<E extends Endpoint> = (E['params'] extends object
  ? { params: Record<string, PathValue> }
  : { params?: undefined }) &
  Part<'query', QueryInput<E>> &
  (E['multipart'] extends true ? { body: FormData } : Part<'body', BodyInput<E>>) & {
    signal?: AbortSignal | undefined;
    /** Makes a retry safe: the same key gets the same answer (BID-8). */
    idempotency_key?: string | undefined;
    /** The request continues when the page is left. */
    keepalive?: boolean | undefined;
    /** Rejects with status 401 if this is no longer the login (`Session.loginId`). */
    login?: string | null | undefined;
    /** Replaces the endpoint's own URL: the `next` of a page (LIST-4). */
    address?: string | undefined;
  };

/** Calls an endpoint of the contract. Rejects with an `ApiError`. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => Promise<Reply<E>>;

interface AnyInput {
  params?: Record<string, PathValue>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  signal?: AbortSignal;
  idempotency_key?: string;
  keepalive?: boolean;
  login?: string | null;
  address?: string;
}

/**
 * The app's HTTP client: bearer token, one refresh on a 401, errors as `ApiError`, correction of the server clock.
 */
export function createCaller(parts: {
  session: Session;
  refresh: Refresh;
  clock: ServerClock;
  /** The server's origin. Empty in a browser, which uses the page's own. */
  origin?: string;
}): Call {
  const { session, refresh, clock, origin = '' } = parts;

  async function send(
    endpoint: Endpoint,
    input: AnyInput,
    token: string | null,
  ): Promise<Exchange> {
    const headers = new Headers({ accept: 'application/json' });
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const device = endpoint.may === may.anyone ? session.device() : null;
    if (device !== null) headers.set('device', device);
    if (input.idempotency_key) headers.set('idempotency-key', input.idempotency_key);
    const isForm = input.body instanceof FormData;
    if (input.body !== undefined && !isForm) headers.set('content-type', 'application/json');
    const signals = [
      ...(input.signal ? [input.signal] : []),
      ...(isForm ? [] : [AbortSignal.timeout(TIMEOUT_MS)]),
    ];
    const address = input.address ?? addressOf(endpoint, input.params, input.query);
    const sent_ms = Date.now();
    try {
      const response = await fetch(origin + address, {
        method: endpoint.method,
        headers,
        body: isForm
          ? (input.body as FormData)
          : input.body === undefined
            ? null
            : JSON.stringify(input.body),
        signal: AbortSignal.any(signals),
        credentials: 'omit',
        keepalive: input.keepalive ?? false,
      });
      const exchange = { response, sent_ms, received_ms: Date.now() };
      const server_ms = Date.parse(exchange.response.headers.get('date') ?? '');
      clock.correct({ ...exchange, server_ms, precision: 1000 });
      return exchange;
    } catch (error) {
      // Rethrow: the caller aborted the request.
      if (input.signal?.aborted) throw error;
      throw new ApiError(0, null);
    }
  }

  async function request(endpoint: Endpoint, input: AnyInput = {}) {
    if (endpoint.may === may.anyone) return answerOf(await send(endpoint, input, null));
    const exchange = await sendAsCurrentUser(
      { session, refresh },
      (token) => send(endpoint, input, token),
      ({ response }) => response.status,
      input.login,
    );
    return answerOf(exchange);
  }

  async function answerOf(exchange: Exchange): Promise<unknown> {
    const { response } = exchange;
    const body = await readBody(response);
    if (!response.ok) return fail(response, body);
    const server_time = (body as { server_time?: unknown } | null | undefined)?.server_time;
    // In milliseconds; the Date header has whole seconds only.
    if (typeof server_time === 'string') {
      clock.correct({ ...exchange, server_ms: Date.parse(server_time), precision: 1 });
    }
    return body;
  }

  return request as Call;
}

function fail(response: Response, body: unknown): never {
  const wait = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  throw new ApiError(response.status, body, Number.isNaN(wait) ? null : wait);
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch {
    // The reply is truncated, or a proxy's own page.
    if (response.ok) throw new ApiError(0, null);
    return null;
  }
}
