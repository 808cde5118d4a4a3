import { formatBytes } from '../format/numbers.ts';

/** A file that somebody has chosen, as the page shows it (FORM-4). */
export interface FilePreview {
  id: string;
  name: string;
  type: 'image' | 'doc';
  /** A data address of the picture, or an address on the server; null for a document. */
  src: string | null;
  status: 'loading' | 'has-valid' | 'uploading' | 'failed';
  /** «3,4 MB» */
  size?: string;
  /** From 0 to 1, while uploading. */
  progress?: number;
  /** While uploading: it can be broken off. */
  can_cancel?: boolean;
  /** While uploading: the connection is lost, and it goes on by itself. */
  is_waiting?: boolean;
  /** It stays: there is no button that removes it. */
  is_kept?: boolean;
  error?: string;
}

/** The preview of a file that is still being read: image when its MIME type says so. */
export function startPreview(file: File): FilePreview {
  return {
    id: crypto.randomUUID(),
    name: file.name,
    type: file.type.startsWith('image') ? 'image' : 'doc',
    src: null,
    status: 'loading',
    size: formatBytes(file.size),
  };
}

/** The same preview with its picture read. Rejects when the file can't be read. */
export function readPreview(preview: FilePreview, file: File): Promise<FilePreview> {
  if (preview.type === 'doc') return Promise.resolve({ ...preview, status: 'has-valid' });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ ...preview, src: String(reader.result), status: 'has-valid' });
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
}
