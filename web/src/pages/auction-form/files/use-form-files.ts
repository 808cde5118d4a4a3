import { useRef, useState } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { upload } from '../../../base/api/upload.ts';
import type { FormFault } from '../../../base/forms/error-summary.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { type FilePreview, startPreview } from '../../../ui/files/file-preview.ts';
import type { FileKind } from './file-kinds.ts';
import { eachOf, type FormFile, isAhead, moveFile, storedFile, storedIds } from './form-file.ts';
import { scalePicture } from './scale-picture.ts';

export type FormFiles = ReturnType<typeof useFormFiles>;

/** So many go out at a time: more only make each slower. */
const AT_ONCE = 3;

/**
 * The pictures or documents of a form, those that the auction has and those that are added, in one order. New
 * ones are sent one by one, so that one that fails takes no other along; what is removed goes, and the order is
 * told, when they are sent (FORM-4, FORM-5).
 */
export function useFormFiles(kind: FileKind, stored: readonly FilePreview[] = []) {
  const [files, setFiles] = useState(() => stored.map(storedFile));
  const [doomed, setDoomed] = useState<readonly FormFile[]>([]);
  /** The order on the auction. */
  const [known, setKnown] = useState(() => storedIds(files));
  /** Why something that was chosen is not among them. */
  const [refused, setRefused] = useState<string>();
  /** What went wrong when it was sent, but for single files, which have their own. */
  const [error, setError] = useState<string>();
  // What is sent is what stands here when its turn comes, not what stood here when sending began.
  const current = useRef({ files, doomed, known });
  const undos = useRef<(() => void)[]>([]);
  const breaks = useRef(new Map<string, AbortController>());

  const change = (next: (before: FormFile[]) => FormFile[]) => {
    current.current.files = next(current.current.files);
    setFiles(current.current.files);
  };
  const condemn = (next: readonly FormFile[]) => {
    current.current.doomed = next;
    setDoomed(next);
  };
  const know = (ids: number[]) => {
    current.current.known = ids;
    setKnown(ids);
  };
  const find = (id: string) => current.current.files.find(({ preview }) => preview.id === id);
  const alter = (id: string, next: (file: FormFile) => FormFile) =>
    change((before) => before.map((file) => (file.preview.id === id ? next(file) : file)));
  const mark = (id: string, part: Partial<FilePreview>) =>
    alter(id, (file) => ({ ...file, preview: { ...file.preview, ...part } }));

  /** Takes what is fine of what was chosen; returns the ids of those. */
  function add(chosen: File[]): string[] {
    const room = Math.max(0, kind.most - current.current.files.length);
    const fine = chosen.filter((file) => kind.refuse(file) === null);
    const reasons = chosen.flatMap((file) => kind.refuse(file) ?? []);
    if (fine.length > room) reasons.push(kind.tooMany);
    setRefused(reasons.length === 0 ? undefined : reasons.join(' '));
    const added = fine.slice(0, room).map((file): FormFile => {
      const preview = startPreview(file);
      return { preview, content: read(preview, file), stored_id: null };
    });
    change((before) => [...before, ...added]);
    return added.map(({ preview }) => preview.id);
  }

  /** Reads a picture for its preview and its size; what a browser can't read is left to the server to judge. */
  async function read({ id, type }: FilePreview, file: File): Promise<File> {
    const reason = await kind.refuseContent(file).catch(() => null);
    if (reason !== null) {
      change((before) => before.filter(({ preview }) => preview.id !== id));
      setRefused((before) => [before, reason].filter(Boolean).join(' '));
      return file;
    }
    const scaled = await (type === 'image' ? scalePicture(file).catch(() => null) : null);
    // Which may be on its way already.
    const isLoading = find(id)?.preview.status === 'loading';
    mark(id, { src: scaled?.src ?? null, ...(isLoading && { status: 'has-valid' }) });
    // A document is sent as it is.
    return kind.field === 'image' && scaled !== null ? scaled.file : file;
  }

  function remove(id: string) {
    const removed = find(id);
    if (removed === undefined) return;
    const index = current.current.files.indexOf(removed);
    const { name } = removed.preview;
    const isStored = removed.stored_id !== null;
    change((before) => before.filter((one) => one !== removed));
    if (isStored) condemn([...current.current.doomed, removed]);
    const closeToast = showToast({
      tone: 'info',
      text: isStored ? `${name} tas bort när du sparar.` : `${name} togs bort.`,
      action: {
        label: 'Ångra',
        onAction() {
          condemn(current.current.doomed.filter((one) => one !== removed));
          change((before) => before.toSpliced(index, 0, removed));
        },
      },
    });
    undos.current.push(closeToast);
  }

  /** It is on the auction. */
  function settle(id: string, stored_id: number) {
    alter(id, ({ preview }) => ({
      preview: { ...preview, status: 'has-valid', size: 'Sparad' },
      content: null,
      stored_id,
    }));
    know([...current.current.known, stored_id]);
  }

  async function sendOne(auction_id: number, id: string): Promise<void> {
    const { content, preview } = find(id) ?? {};
    if (!content || preview?.status === 'uploading') return;
    const breaking = new AbortController();
    breaks.current.set(id, breaking);
    mark(id, { status: 'uploading', progress: 0, can_cancel: true });
    try {
      const body = new FormData();
      body.append(kind.field, await content);
      const { id: stored_id } = await upload(kind.add, {
        params: { id: auction_id },
        body,
        signal: breaking.signal,
        onProgress: (progress) => mark(id, { progress }),
      });
      settle(id, stored_id);
    } catch (failure) {
      const why = failure instanceof ApiError ? failure.message : 'Filen kunde inte skickas.';
      mark(id, { status: 'failed', error: breaking.signal.aborted ? 'Avbruten' : why });
    } finally {
      breaks.current.delete(id);
    }
  }

  /** What could not go stands in the list again. */
  async function sendRemovals(auction_id: number): Promise<void> {
    for (const file of current.current.doomed) {
      const id = file.stored_id ?? 0;
      try {
        const { endpoint, param } = kind.remove;
        await call(endpoint, { params: { id: auction_id, [param]: id } });
      } catch (failure) {
        // Somebody else removed it: it is gone, which is what was wanted.
        if (!(failure instanceof ApiError && failure.status === 404)) {
          change((before) => [...before, file]);
          const why = failure instanceof ApiError ? ` ${failure.message}` : '';
          setError(`${file.preview.name} kunde inte tas bort.${why}`);
          continue;
        }
      }
      know(current.current.known.filter((one) => one !== id));
    }
    condemn([]);
  }

  async function sendOrder(auction_id: number): Promise<void> {
    const image_ids = storedIds(current.current.files);
    if (kind.order === null || image_ids.join() === current.current.known.join()) return;
    try {
      await call(kind.order, { params: { id: auction_id }, body: { image_ids } });
      know(image_ids);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(`Ordningen kunde inte sparas. ${failure.message}`);
    }
  }

  const failed = files.filter(({ preview }) => preview.status === 'failed');
  return {
    files,
    error: [refused, error].filter(Boolean).join(' ') || undefined,
    /** What has to be mended before the form is done. What was refused when it was chosen is no part of it. */
    faults: [
      ...failed.map(({ preview: { id, name, error } }) => ({
        name: `${kind.section}.${id}`,
        message: `${name}: ${error}`,
      })),
      ...(error === undefined ? [] : [{ name: kind.section, message: error }]),
    ] satisfies FormFault[],
    add,
    remove,
    /** To a place in the list, the first is 0. */
    move: (id: string, to: number) => change((before) => moveFile(before, id, to)),
    mark,
    settle,
    /** Breaks off what is being sent; it can be sent again. */
    cancel: (id: string) => breaks.current.get(id)?.abort(),
    /** Is there something that the auction does not have as it stands here? */
    isAhead: isAhead({ files, doomed, known: kind.order && known }),
    /** Sends what is new, or what of it is named, and tells what was removed and moved. Says whether all is done. */
    async send(auction_id: number, chosen?: readonly string[]): Promise<boolean> {
      for (const closeToast of undos.current.splice(0)) closeToast();
      setError(undefined);
      setRefused(undefined);
      await sendRemovals(auction_id);
      await Promise.all(current.current.files.map(({ content }) => content));
      const ids = chosen ?? current.current.files.map(({ preview }) => preview.id);
      await eachOf(ids, AT_ONCE, (id) => sendOne(auction_id, id));
      await sendOrder(auction_id);
      const { known, ...here } = current.current;
      return !isAhead({ ...here, known: kind.order && known });
    },
    /** Until all that was chosen has been judged by its content. */
    ready: () => Promise.all(current.current.files.map(({ content }) => content)),
    /** The list as it stands, also within a function that began before it changed. */
    now: () => current.current.files,
  };
}
