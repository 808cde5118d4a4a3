import type { PendingUpload, UploadKind } from '@restvarde/contract/uploads';
import { ApiError } from '../../../base/api/api-error.ts';

export interface Sending {
  /** Of one that has begun: it goes on from where it was. */
  upload_id: string | null;
  /** Breaks it off: it rejects with the signal's reason. */
  signal: AbortSignal;
  onStart: (upload_id: string) => void;
  /** From 0 to 1, as the bytes go out. */
  onProgress: (progress: number) => void;
  /** The connection is lost, or is back. */
  onWaiting: (is_waiting: boolean) => void;
}

/** Where files go while a form is filled in (FORM-13). Rejects with an `ApiError`. */
export interface UploadTarget {
  send(file: File, kind: UploadKind, sending: Sending): Promise<void>;
  /** Lets go of one that is not to be used, as far as that is possible. */
  discard(upload_id: string): void;
}

/** The calls that it takes. */
export interface PieceCalls {
  start(file: { kind: UploadKind; name: string; size: number }): Promise<PendingUpload>;
  read(id: string): Promise<PendingUpload>;
  send(
    id: string,
    offset: number,
    bytes: Blob,
    sending: Pick<Sending, 'signal' | 'onProgress'>,
  ): Promise<PendingUpload>;
  /** Waits a while, or until the device is online again. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** So much is lost when a connection is cut: a slow phone has soon sent it again. */
const PIECE_BYTES = 512 * 1024;
/** Between tries; a minute and a half without a byte's progress, and the person is asked. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];

/** Sends files in pieces; after a lost connection it asks how far a file has come, and goes on from there. */
export function sendInPieces(calls: PieceCalls): UploadTarget['send'] {
  return async (file, kind, sending) => {
    const { signal, onProgress, onWaiting } = sending;
    let id = sending.upload_id;
    let come: PendingUpload | null = null;
    let failures = 0;
    while (come === null || !come.is_complete) {
      try {
        if (id === null) {
          come = await calls.start({ kind, name: file.name, size: file.size });
          id = come.id;
          sending.onStart(id);
        } else {
          come ??= await calls.read(id);
          const { offset } = come;
          come = await calls.send(id, offset, file.slice(offset, offset + PIECE_BYTES), {
            signal,
            onProgress: (part) => {
              onProgress((offset + part * Math.min(PIECE_BYTES, file.size - offset)) / file.size);
            },
          });
        }
        failures = 0;
        onWaiting(false);
        onProgress(come.offset / file.size);
      } catch (error) {
        signal.throwIfAborted();
        // It has expired: from the beginning.
        if (isStatus(error, 404) && id !== null && failures < PAUSES_MS.length) id = null;
        else if (!isPassing(error)) throw error;
        come = null;
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

/** Lost, limited, away, or somewhere else than was thought: all that another try can mend. */
const isPassing = (error: unknown) => isStatus(error, 0, 409, 429, 502, 503, 504);
