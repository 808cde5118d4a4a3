import type { LinkedPicture } from '@restvarde/contract/auctions/photo-links';
import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { formatBytes } from '../../../ui/format/numbers.ts';

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
  /** The stored `subject` of its preview (DMG-6, DMG-7). Undefined until it is stored. */
  stored_subject: string | undefined;
  /** The stored file that is removed when this masked copy of it is in its place (GUIDE-4). */
  replaces: FormFile | null;
}

/** A stored file of the auction as a form file. */
export function storedFile(preview: FilePreview): FormFile {
  return {
    preview,
    content: null,
    upload_id: null,
    is_uploaded: false,
    stored_id: Number(preview.id),
    stored_subject: preview.subject,
    replaces: null,
  };
}

/** A picture from a phone, uploaded already, as a form file (FORM-17). */
export function receivedFile(picture: LinkedPicture, content: Promise<File>): FormFile {
  const { id, name, size, view, sizes } = picture;
  return {
    preview: {
      id: crypto.randomUUID(),
      name,
      type: 'image',
      src: sizes.thumb_2x,
      status: 'has-valid',
      size: formatBytes(size),
      subject: view ?? '',
    },
    content,
    upload_id: id,
    is_uploaded: true,
    stored_id: null,
    stored_subject: undefined,
    replaces: null,
  };
}

/** Fetches a picture as a file. Rejects if the server does not send it. */
export async function fetchFile(src: string, name: string): Promise<File> {
  const answer = await fetch(src);
  if (!answer.ok) throw new Error(`The picture cannot be fetched: ${answer.status}.`);
  return new File([await answer.blob()], name, { type: 'image/jpeg' });
}

/** The stored ids, in the form's order. */
export function storedIds(files: readonly FormFile[]): number[] {
  return files.flatMap(({ stored_id }) => stored_id ?? []);
}

/** The stored ids, including those that will be replaced, since they are stored until then. */
export function heldIds(files: readonly FormFile[]): number[] {
  return files.flatMap(({ stored_id, replaces }) =>
    [stored_id, replaces?.stored_id ?? null].filter((id) => id !== null),
  );
}

/** Whether a stored file has another subject than the stored one. */
export const isRenamed = ({ preview, stored_id, stored_subject }: FormFile) =>
  stored_id !== null && preview.subject !== stored_subject;

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
  if (form.files.some(isRenamed)) return true;
  return form.removals.length > 0 || ids.length < form.files.length || !isSorted;
}

/** Moves a file to an index. */
export function moveFile(files: readonly FormFile[], id: string, to: number): FormFile[] {
  const from = files.findIndex(({ preview }) => preview.id === id);
  const moved = files[from];
  if (moved === undefined || to < 0 || to >= files.length) return [...files];
  return files.toSpliced(from, 1).toSpliced(to, 0, moved);
}
