import type { FilePreview } from '../../../ui/files/file-preview.ts';

/** A picture or document of an auction's form, new or stored. */
export interface FormFile {
  preview: FilePreview;
  /** The content to send, once it is read. Null if it is already stored. */
  content: Promise<File> | null;
  /** The id of the upload. Null before it begins. */
  upload_id: string | null;
  /** Whether the upload is complete. */
  is_uploaded: boolean;
  /** The id on the auction. Null until it is stored. */
  stored_id: number | null;
}

/** A stored file of the auction as a form file. */
export function storedFile(preview: FilePreview): FormFile {
  return {
    preview,
    content: null,
    upload_id: null,
    is_uploaded: false,
    stored_id: Number(preview.id),
  };
}

/** The stored ids, in the form's order. */
export function storedIds(files: readonly FormFile[]): number[] {
  return files.flatMap(({ stored_id }) => stored_id ?? []);
}

/** Returns whether the form differs from what is stored. */
export function isAhead(form: {
  files: readonly FormFile[];
  /** Stored files to remove. */
  removals: readonly FormFile[];
  /** The stored ids in order. Null if the files are not ordered. */
  stored: readonly number[] | null;
}): boolean {
  const ids = storedIds(form.files);
  const isSorted = form.stored === null || ids.join() === form.stored.join();
  return form.removals.length > 0 || ids.length < form.files.length || !isSorted;
}

/** Moves a file to an index. */
export function moveFile(files: readonly FormFile[], id: string, to: number): FormFile[] {
  const from = files.findIndex(({ preview }) => preview.id === id);
  const moved = files[from];
  if (moved === undefined || to < 0 || to >= files.length) return [...files];
  return files.toSpliced(from, 1).toSpliced(to, 0, moved);
}
