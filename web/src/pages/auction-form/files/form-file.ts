import type { FilePreview } from '../../../ui/files/file-preview.ts';

/** A picture or document of an auction's form: new, or on the auction already. */
export interface FormFile {
  preview: FilePreview;
  /** What is sent, as soon as it is read; null: the auction has it, or got it. */
  content: Promise<File> | null;
  /** As it is being uploaded, or has been; null before. */
  upload_id: string | null;
  /** Has all of it come? */
  is_uploaded: boolean;
  /** Its id on the auction; null until it got there. */
  stored_id: number | null;
}

/** What an auction has, as its form holds it. */
export function storedFile(preview: FilePreview): FormFile {
  return {
    preview,
    content: null,
    upload_id: null,
    is_uploaded: false,
    stored_id: Number(preview.id),
  };
}

/** The ids on the auction, in the order of the form. */
export function storedIds(files: readonly FormFile[]): number[] {
  return files.flatMap(({ stored_id }) => stored_id ?? []);
}

/** Is there something that the auction does not have as it stands in the form? */
export function isAhead(form: {
  files: readonly FormFile[];
  /** What it has that is to go. */
  removals: readonly FormFile[];
  /** The ids of what it has, in their order; null: these files have none. */
  stored: readonly number[] | null;
}): boolean {
  const ids = storedIds(form.files);
  const isSorted = form.stored === null || ids.join() === form.stored.join();
  return form.removals.length > 0 || ids.length < form.files.length || !isSorted;
}

/** The list with one file at another place. */
export function moveFile(files: readonly FormFile[], id: string, to: number): FormFile[] {
  const from = files.findIndex(({ preview }) => preview.id === id);
  const moved = files[from];
  if (moved === undefined || to < 0 || to >= files.length) return [...files];
  return files.toSpliced(from, 1).toSpliced(to, 0, moved);
}
