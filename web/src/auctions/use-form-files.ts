import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { upload } from '../api/upload.ts';
import { type FilePreview, readPreview, startPreview } from '../ui/file-preview.ts';
import { showToast } from '../ui/toast.ts';
import type { FileKind } from './file-kinds.ts';

export type FormFiles = ReturnType<typeof useFormFiles>;

interface FormFile {
  preview: FilePreview;
  file: File;
}

/**
 * The new pictures or documents of a form: chosen, ordered, and sent one by one, so that one that fails
 * takes no other along (FORM-4). `present` is how many the auction has already.
 */
export function useFormFiles(kind: FileKind, present = 0) {
  const [files, setFiles] = useState<FormFile[]>([]);
  const [error, setError] = useState<string>();
  // What is sent is what stands here when its turn comes, not what stood here when sending began.
  const current = useRef(files);
  const undos = useRef<(() => void)[]>([]);
  const change = (next: (before: FormFile[]) => FormFile[]) => {
    current.current = next(current.current);
    setFiles(current.current);
  };
  const mark = (id: string, part: Partial<FilePreview>) =>
    change((before) =>
      before.map((one) =>
        one.preview.id === id ? { ...one, preview: { ...one.preview, ...part } } : one,
      ),
    );

  function add(chosen: File[]) {
    const room = Math.max(0, kind.most - present - current.current.length);
    const fine = chosen.filter((file) => kind.refuse(file) === null);
    const refused = chosen.flatMap((file) => kind.refuse(file) ?? []);
    if (fine.length > room) refused.push(kind.tooMany);
    setError(refused.length === 0 ? undefined : refused.join(' '));
    const added = fine.slice(0, room).map((file) => ({ file, preview: startPreview(file) }));
    change((before) => [...before, ...added]);
    for (const { file, preview } of added) {
      readPreview(preview, file)
        .then((read) => show(preview.id, read))
        .catch(() => mark(preview.id, { status: 'failed', error: 'Filen kunde inte läsas.' }));
    }
  }

  /** A file that has been read may be on its way already. */
  function show(id: string, { src, status }: FilePreview) {
    const isLoading = current.current.some(
      ({ preview }) => preview.id === id && preview.status === 'loading',
    );
    mark(id, isLoading ? { src, status } : { src });
  }

  function remove(id: string) {
    const index = current.current.findIndex((one) => one.preview.id === id);
    const removed = current.current[index];
    if (removed === undefined) return;
    change((before) => before.filter((one) => one !== removed));
    const closeToast = showToast({
      tone: 'info',
      text: `${removed.preview.name} togs bort.`,
      action: {
        label: 'Ångra',
        onAction: () => change((before) => before.toSpliced(index, 0, removed)),
      },
    });
    undos.current.push(closeToast);
  }

  function move(id: string, by: -1 | 1) {
    change((before) => {
      const index = before.findIndex((one) => one.preview.id === id);
      const moved = before[index];
      const other = before[index + by];
      return moved && other ? before.with(index, other).with(index + by, moved) : before;
    });
  }

  /** Sends one file to an auction that exists. Says whether it got there. */
  async function sendOne(auction_id: number, { preview, file }: FormFile): Promise<boolean> {
    const { id } = preview;
    const body = new FormData();
    body.append(kind.field, file);
    mark(id, { status: 'uploading', progress: 0 });
    try {
      await upload(kind.endpoint, {
        params: { id: auction_id },
        body,
        onProgress: (progress) => mark(id, { progress }),
      });
      change((before) => before.filter((one) => one.preview.id !== id));
      return true;
    } catch (failure) {
      const told = failure instanceof ApiError ? failure.message : 'Filen kunde inte skickas.';
      mark(id, { status: 'failed', error: told });
      return false;
    }
  }

  /** Sends what is left, in order. Those that got there leave the list. */
  async function sendAll(auction_id: number): Promise<boolean> {
    for (const closeToast of undos.current.splice(0)) closeToast();
    let isWhole = true;
    for (const file of current.current) {
      isWhole = (await sendOne(auction_id, file)) && isWhole;
    }
    return isWhole;
  }

  return {
    files,
    error,
    add,
    remove,
    move,
    mark,
    sendAll,
    sendOne,
    /** The list as it stands, also within a function that began before it changed. */
    now: () => current.current,
    drop: (id: string) => change((before) => before.filter((one) => one.preview.id !== id)),
  };
}
