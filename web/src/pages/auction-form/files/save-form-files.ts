import { ApiError } from '../../../base/api/api-error.ts';
import type { FileStore } from './file-store.ts';
import { storedIds } from './form-file.ts';
import type { FormFiles } from './form-files.ts';

/** The error message for a file that was not stored. */
export const reasonOf = (failure: unknown) =>
  failure instanceof ApiError ? failure.message : 'Filen kunde inte skickas.';

/** Attaches one upload to an auction. */
export async function takeUpload(form: FormFiles, store: FileStore, id: string): Promise<void> {
  const { upload_id, stored_id } = form.find(id) ?? {};
  if (!upload_id || stored_id !== null) return;
  try {
    const taken = await store.add(upload_id);
    form.alter(id, ({ preview }) => ({
      preview: { ...preview, status: 'has-valid', size: 'Sparad' },
      content: null,
      upload_id: null,
      is_uploaded: false,
      stored_id: taken,
    }));
    form.set({ stored: [...form.state.stored, taken] });
  } catch (failure) {
    // The upload may be gone from the server: upload it again.
    const isRefused = failure instanceof ApiError && failure.status === 400;
    form.alter(id, ({ preview, ...file }) => ({
      ...file,
      preview: { ...preview, status: 'failed', error: reasonOf(failure), progress: 0 },
      ...(isRefused && { upload_id: null }),
      is_uploaded: false,
    }));
  }
}

/** Deletes the removed files of an auction. Those that fail return to the list. */
export async function sendRemovals(form: FormFiles, store: FileStore): Promise<void> {
  for (const file of form.state.removals) {
    const id = file.stored_id ?? 0;
    try {
      await store.remove(id);
    } catch (failure) {
      // Somebody else has removed it already.
      if (!(failure instanceof ApiError && failure.status === 404)) {
        const why = failure instanceof ApiError ? ` ${failure.message}` : '';
        const text = `${file.preview.name} kunde inte tas bort.${why}`;
        form.set({ files: [...form.state.files, file], failure: text });
        continue;
      }
    }
    form.set({ stored: form.state.stored.filter((one) => one !== id) });
  }
  form.set({ removals: [] });
}

/** Saves the order of an auction's files if it has changed. */
export async function sendOrder(form: FormFiles, store: FileStore): Promise<void> {
  const ids = storedIds(form.state.files);
  if (ids.join() === form.state.stored.join()) return;
  try {
    await store.order(ids);
    form.set({ stored: ids });
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    form.set({ failure: `Ordningen kunde inte sparas. ${failure.message}` });
  }
}
