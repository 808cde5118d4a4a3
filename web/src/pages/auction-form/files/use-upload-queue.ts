import { useState, useSyncExternalStore } from 'react';
import { showToast } from '../../../ui/feedback/toast.ts';
import type { FormFile } from './form-file.ts';
import { UploadQueue, type UploadQueueOptions } from './upload-queue.ts';

/** The queue of a form, which is rendered again with each change of it. */
export function useUploadQueue(options: Omit<UploadQueueOptions, 'onRemove'>): UploadQueue {
  const [queue] = useState(() => new UploadQueue({ ...options, onRemove: offerUndo }));
  useSyncExternalStore(queue.subscribe, queue.get);
  return queue;
}

function offerUndo({ preview: { name }, stored_id }: FormFile, undo: () => void): () => void {
  return showToast({
    tone: 'info',
    text: stored_id === null ? `${name} togs bort.` : `${name} tas bort när du sparar.`,
    action: { label: 'Ångra', onAction: undo },
  });
}
