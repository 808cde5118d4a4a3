import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { FilePreview } from '../ui/file-preview.ts';
import { showToast } from '../ui/toast.ts';

export type StoredFiles = ReturnType<typeof useStoredFiles>;

/**
 * The pictures or documents that an auction has. One that is removed here goes when the form is saved, and
 * can be taken back until then (FORM-5).
 */
export function useStoredFiles(stored: readonly FilePreview[]) {
  const [files, setFiles] = useState(stored);
  const current = useRef(stored);
  const [doomed, setDoomed] = useState<readonly FilePreview[]>([]);
  const undos = useRef<(() => void)[]>([]);
  const change = (next: readonly FilePreview[]) => {
    current.current = next;
    setFiles(next);
  };

  function remove(id: string) {
    const index = current.current.findIndex((file) => file.id === id);
    const removed = current.current[index];
    if (removed === undefined) return;
    change(current.current.filter((file) => file !== removed));
    setDoomed((before) => [...before, removed]);
    const closeToast = showToast({
      tone: 'info',
      text: `${removed.name} tas bort när du sparar.`,
      action: { label: 'Ångra', onAction: () => restore(removed, index) },
    });
    undos.current.push(closeToast);
  }

  function restore(file: FilePreview, index: number) {
    setDoomed((before) => before.filter((one) => one !== file));
    change(current.current.toSpliced(index, 0, file));
  }

  return {
    files,
    /** How many will go. */
    removed_count: doomed.length,
    remove,
    /** Sends what was removed; one that could not go stands in the list again. Says whether all went. */
    async sendRemovals(send: (id: string) => Promise<unknown>): Promise<boolean> {
      for (const closeToast of undos.current.splice(0)) closeToast();
      let isWhole = true;
      for (const file of doomed) {
        try {
          await send(file.id);
        } catch (error) {
          // Somebody else removed it: it is gone, which is what was wanted.
          if (error instanceof ApiError && error.status === 404) continue;
          isWhole = false;
          change([
            ...current.current,
            { ...file, status: 'failed', error: 'Kunde inte tas bort.' },
          ]);
        }
      }
      setDoomed([]);
      return isWhole;
    },
  };
}
