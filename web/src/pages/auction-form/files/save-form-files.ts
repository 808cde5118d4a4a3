import { ApiError } from '../../../base/api/api-error.ts';
import type { FileStore } from './file-store.ts';
import { heldIds, isRenamed } from './form-file.ts';
import type { FormFiles } from './form-files.ts';

/** The error message for a file that was not stored. */
export const reasonOf = (failure: unknown) =>
  failure instanceof ApiError ? failure.message : 'Filen kunde inte skickas.';

/** Attaches one upload to an auction. */
export async function takeUpload(form: FormFiles, store: FileStore, id: string): Promise<void> {
  const { upload_id, stored_id, preview: sent } = form.find(id) ?? {};
  if (!upload_id || stored_id !== null) return;
  try {
    const taken = await store.add(upload_id, sent?.subject);
    form.alter(id, ({ preview, replaces }) => ({
      replaces,
      preview: { ...preview, status: 'has-valid', size: 'Sparad' },
      content: null,
      upload_id: null,
      is_uploaded: false,
      stored_id: taken,
      stored_subject: sent?.subject,
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

/** Saves the changed subjects of an auction's files. */
export async function sendSubjects(form: FormFiles, store: FileStore): Promise<void> {
  for (const { preview, stored_id } of form.state.files.filter(isRenamed)) {
    const { id, name, subject = '' } = preview;
    try {
      await store.describe(stored_id ?? 0, subject);
      form.alter(id, (file) => ({ ...file, stored_subject: subject }));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      form.set({ failure: `Valet för ${name} kunde inte sparas. ${failure.message}` });
    }
  }
}

/** Saves the order of an auction's files if it has changed. Resolves to whether the order is stored. */
export async function sendOrder(form: FormFiles, store: FileStore): Promise<boolean> {
  const ids = heldIds(form.state.files);
  if (ids.join() === form.state.stored.join()) return true;
  try {
    await store.order(ids);
    form.set({ stored: ids });
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    form.set({ failure: `Ordningen kunde inte sparas. ${failure.message}` });
    return false;
  }
}

const OLD_IS_LEFT = 'Den maskerade bilden är sparad, men den gamla är kvar. Ta bort den.';

/**
 * Deletes the pictures whose masked copies are stored in their places. If the copies are not in place, deletes the
 * copies instead and the old ones return (GUIDE-4).
 */
export async function sendReplacements(
  form: FormFiles,
  store: FileStore,
  isInPlace: boolean,
): Promise<void> {
  for (const { preview, stored_id, replaces } of form.state.files) {
    if (stored_id === null || replaces?.stored_id == null) continue;
    const gone = isInPlace ? replaces.stored_id : stored_id;
    const isRemoved = await store.remove(gone).then(
      () => true,
      (failure: unknown) => failure instanceof ApiError && failure.status === 404,
    );
    if (isInPlace) form.alter(preview.id, (file) => ({ ...file, replaces: null }));
    else if (isRemoved) form.alter(preview.id, () => replaces);
    if (isRemoved) {
      form.set({ stored: form.state.stored.filter((id) => id !== gone) });
    } else if (isInPlace) {
      const place = form.state.files.findIndex((file) => file.preview.id === preview.id);
      // The copy has the id of the old one's preview.
      const old = { ...replaces, preview: { ...replaces.preview, id: crypto.randomUUID() } };
      form.set({ files: form.state.files.toSpliced(place + 1, 0, old), failure: OLD_IS_LEFT });
    }
  }
}
