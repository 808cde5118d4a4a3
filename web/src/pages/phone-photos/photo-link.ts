import type { ImageView } from '@restvarde/contract/auctions/image-views';
import {
  continuePhonePhoto,
  getPhonePhoto,
  getPhonePhotos,
  PHOTO_LINK_FAULT,
  startPhonePhoto,
} from '@restvarde/contract/auctions/photo-links';
import type { Reply } from '@restvarde/contract/endpoint';
import { ApiError } from '../../base/api/api-error.ts';
import { createCaller } from '../../base/api/caller.ts';
import { createUploader } from '../../base/api/upload.ts';
import { createSession } from '../../base/session/session.ts';
import {
  type Sending,
  sendInPieces,
  sleepUntilOnline,
} from '../../features/uploads/send-in-pieces.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';

/** The calls of a link for pictures (FORM-17). All reject with an `ApiError`. */
export interface PhotoLink {
  read(signal: AbortSignal): Promise<Reply<typeof getPhonePhotos>>;
  send(file: File, view: ImageView | null, sending: Sending): Promise<void>;
}

/** Opens the link with this token. It is used instead of this browser's login, if there is one. */
export function openPhotoLink(token: string): PhotoLink {
  const session = createSession(null);
  session.set({ access_token: token });
  const parts = { session, refresh: () => Promise.resolve(null) };
  const call = createCaller({ ...parts, clock: serverClock });
  const upload = createUploader(parts);
  return {
    read: (signal) => call(getPhonePhotos, { signal }),
    send: (file, view, sending) =>
      sendInPieces({
        start: ({ name, size }) => call(startPhonePhoto, { body: { name, size, view } }),
        read: (id) => call(getPhonePhoto, { params: { id } }),
        send: (id, offset, body, part) =>
          upload(continuePhonePhoto, { params: { id }, query: { offset }, body, ...part }),
        sleep: sleepUntilOnline,
      })(file, 'image', sending),
  };
}

const UNKNOWN = 'Länken fungerar inte. Skanna koden på datorn igen.';

/** Why the link has ended, in a sentence; null if the error is about something else, such as a
 * form that has no room for more pictures. */
export function faultOfLink(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return UNKNOWN;
  if (error.status === 403) return PHOTO_LINK_FAULT.ended;
  const isFault = error.code !== null && error.code !== 'full' && error.code in PHOTO_LINK_FAULT;
  return isFault ? error.message : null;
}
