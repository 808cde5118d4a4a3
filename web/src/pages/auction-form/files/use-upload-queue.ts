import { useEffect, useState, useSyncExternalStore } from 'react';
import { showToast } from '../../../ui/feedback/toast.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import type { FormFile } from './form-file.ts';
import { UploadQueue, type UploadQueueOptions } from './upload-queue.ts';
import { uploads } from './uploads.ts';

/** The upload queue of a form; renders again at each change. */
export function useUploadQueue(
  options: Omit<UploadQueueOptions, 'uploads' | 'onRemove'>,
): UploadQueue {
  const [queue] = useState(() => new UploadQueue({ ...options, uploads, onRemove: offerUndo }));
  useSyncExternalStore(queue.subscribe, queue.get, queue.get);
  useEffect(() => queue.stop, [queue]);
  return queue;
}

/** The status for the bottom of the form. Null if nothing is being uploaded. */
export function leftToSend(...queues: UploadQueue[]): string | null {
  const left = queues.reduce((sum, queue) => sum + queue.pending, 0);
  return left === 0 ? null : `${formatCount(left, 'fil', 'filer')} kvar att skicka`;
}

function offerUndo({ preview: { name }, stored_id }: FormFile, undo: () => void): () => void {
  return showToast({
    tone: 'info',
    text: stored_id === null ? `${name} togs bort.` : `${name} tas bort när du sparar.`,
    action: { label: 'Ångra', onAction: undo },
  });
}
