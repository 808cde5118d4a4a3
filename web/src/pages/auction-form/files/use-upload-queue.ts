import { continueUpload, getUpload, removeUpload, startUpload } from '@restvarde/contract/uploads';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../../base/api/call.ts';
import { upload } from '../../../base/api/upload.ts';
import {
  sendInPieces,
  sleepUntilOnline,
  type UploadTarget,
} from '../../../features/uploads/send-in-pieces.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import type { FormFile } from './form-file.ts';
import { UploadQueue, type UploadQueueOptions } from './upload-queue.ts';

/** The uploads of the current user (FORM-13). */
const uploads: UploadTarget = {
  send: sendInPieces({
    start: (file) => call(startUpload, { body: file }),
    read: (id) => call(getUpload, { params: { id } }),
    send: (id, offset, body, sending) =>
      upload(continueUpload, { params: { id }, query: { offset }, body, ...sending }),
    sleep: sleepUntilOnline,
  }),
  discard: (id) => void call(removeUpload, { params: { id } }).catch(() => {}),
};

const FILES = ['fil', 'filer'] as const;
const IMAGES = ['bild', 'bilder'] as const;
const DOCUMENTS = ['dokument', 'dokument'] as const;

/** The upload queue of a form; renders again at each change. */
export function useUploadQueue(
  options: Omit<UploadQueueOptions, 'uploads' | 'onRemove'>,
): UploadQueue {
  const [queue] = useState(() => new UploadQueue({ ...options, uploads, onRemove: offerUndo }));
  useSyncExternalStore(queue.subscribe, queue.get, queue.get);
  useEffect(() => queue.stop, [queue]);
  return queue;
}

/** The status for the bottom of the form: «7 av 8 bilder kvar». Null if nothing is being uploaded. */
export function leftToSend(pictures: UploadQueue, documents: UploadQueue): string | null {
  const sending = [pictures, documents].filter(({ pending }) => pending > 0);
  if (sending.length === 0) return null;
  const left = sending.reduce((sum, { pending }) => sum + pending, 0);
  const all = sending.reduce((sum, { chosen }) => sum + chosen, 0);
  const nouns: readonly [string, string] =
    sending.length > 1 ? FILES : sending[0] === pictures ? IMAGES : DOCUMENTS;
  return `${left} av ${formatCount(all, ...nouns)} kvar`;
}

function offerUndo({ preview: { name }, stored_id }: FormFile, undo: () => void): () => void {
  return showToast({
    tone: 'info',
    text: stored_id === null ? `${name} togs bort.` : `${name} tas bort när du sparar.`,
    action: { label: 'Ångra', onAction: undo },
  });
}
