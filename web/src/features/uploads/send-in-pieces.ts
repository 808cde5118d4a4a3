import type { PendingUpload, UploadKind } from '@restvarde/contract/uploads';
import { ApiError } from '../../base/api/api-error.ts';

export interface Sending {
  /** The id of an upload to resume. */
  upload_id: string | null;
  /** Aborts the upload, which rejects with the signal's reason. */
  signal: AbortSignal;
  onStart: (upload_id: string) => void;
  /** Called with 0 to 1 as the bytes are sent. */
  onProgress: (progress: number) => void;
  /** Called when the connection is lost and when it is back. */
  onWaiting: (is_waiting: boolean) => void;
}

/** Receives files while the form is filled in (FORM-13). Rejects with an `ApiError`. */
export interface UploadTarget {
  send(file: File, kind: UploadKind, sending: Sending): Promise<void>;
  /** Discards an unused upload, on a best-effort basis. */
  discard(upload_id: string): void;
}

/** The calls of an upload. */
export interface PieceCalls {
  start(file: { kind: UploadKind; name: string; size: number }): Promise<PendingUpload>;
  read(id: string): Promise<PendingUpload>;
  send(
    id: string,
    offset: number,
    bytes: Blob,
    sending: Pick<Sending, 'signal' | 'onProgress'>,
  ): Promise<PendingUpload>;
  /** Waits, but not longer than until the device is online again. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The most that is lost with a connection; a slow phone resends it quickly. */
const PIECE_BYTES = 512 * 1024;
/** Delays between attempts. After a minute and a half without progress the upload fails, and the user may retry it. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];

/** Sends files in chunks. After a lost connection it asks the server for the offset and resumes. */
export function sendInPieces(calls: PieceCalls): UploadTarget['send'] {
  return async (file, kind, sending) => {
    const { signal, onProgress, onWaiting } = sending;
    let id = sending.upload_id;
    let upload: PendingUpload | null = null;
    let failures = 0;
    while (upload === null || !upload.is_complete) {
      try {
        if (id === null) {
          upload = await calls.start({ kind, name: file.name, size: file.size });
          id = upload.id;
          sending.onStart(id);
        } else {
          upload ??= await calls.read(id);
          const { offset } = upload;
          upload = await calls.send(id, offset, file.slice(offset, offset + PIECE_BYTES), {
            signal,
            onProgress: (part) => {
              onProgress((offset + part * Math.min(PIECE_BYTES, file.size - offset)) / file.size);
            },
          });
        }
        failures = 0;
        onWaiting(false);
        onProgress(upload.offset / file.size);
      } catch (error) {
        signal.throwIfAborted();
        // The upload has expired: start again.
        if (isStatus(error, 404) && id !== null && failures < PAUSES_MS.length) id = null;
        else if (!isRetryable(error)) throw error;
        upload = null;
        const pause = PAUSES_MS[failures++];
        if (pause === undefined) throw error;
        onWaiting(isStatus(error, 0));
        await calls.sleep(isStatus(error, 409, 404) ? 0 : pause, signal);
      }
      signal.throwIfAborted();
    }
  };
}

const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof ApiError && statuses.includes(error.status);

/** Lost connection, rate limit, server unavailable or wrong offset: errors that a retry may solve. */
const isRetryable = (error: unknown) => isStatus(error, 0, 409, 429, 502, 503, 504);

/** Waits, but not longer than until the device is online again. Rejects if aborted. */
export function sleepUntilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
    if (signal.aborted) end();
  });
}
