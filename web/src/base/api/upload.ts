import { BYTES_TYPE, type Endpoint, type Reply } from '@restvarde/contract/endpoint';
import { session } from '../session/current.ts';
import type { Refresh } from '../session/refresher.ts';
import type { Session } from '../session/session.ts';
import { addressOf, type PathValue, type QueryValue } from './address.ts';
import { ApiError } from './api-error.ts';
import { sendAsCurrentUser } from './bearer.ts';
import { refresh } from './call.ts';

/** A chunk is small: if it takes longer than this, the connection is lost. */
const PIECE_LIMIT_MS = 60_000;

export interface UploadInput {
  params?: Record<string, PathValue>;
  query?: Record<string, QueryValue>;
  /** A form, or bytes of a file. */
  body: FormData | Blob;
  /** Called with 0 to 1 as the bytes are sent. */
  onProgress?: (progress: number) => void;
  /** An Idempotency-Key: the call takes effect once, however often it is sent (FORM-12). */
  key?: string;
  /** Aborts the upload, which rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Sends form data or bytes with progress. Rejects with an `ApiError`. */
export type Upload = <E extends Endpoint>(endpoint: E, input: UploadInput) => Promise<Reply<E>>;

/**
 * Sends form data or bytes with progress, which `fetch` does not report. Otherwise like `createCaller`: bearer token,
 * one refresh on a 401, errors as `ApiError`.
 */
export function createUploader(parts: { session: Session; refresh: Refresh }): Upload {
  return async <E extends Endpoint>(endpoint: E, input: UploadInput) => {
    const answer = await sendAsCurrentUser(
      parts,
      (token) => send(endpoint, input, token),
      ({ status }) => status,
    );
    input.signal?.throwIfAborted();
    if (answer.status < 200 || answer.status > 299) throw new ApiError(answer.status, answer.body);
    return answer.body as Reply<E>;
  };
}

/** Sends as the current user. */
export const upload = createUploader({ session, refresh });

function send(
  endpoint: Endpoint,
  input: UploadInput,
  token: string,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, input.params, input.query));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    if (input.key !== undefined) request.setRequestHeader('idempotency-key', input.key);
    if (input.body instanceof Blob) request.setRequestHeader('content-type', BYTES_TYPE);
    if (input.body instanceof Blob) request.timeout = PIECE_LIMIT_MS;
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) input.onProgress?.(loaded / total);
    };
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => reject(new ApiError(0, null));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(input.signal?.reason);
    input.signal?.addEventListener('abort', () => request.abort());
    if (input.signal?.aborted) reject(input.signal.reason);
    else request.send(input.body);
  });
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}
