import { formatBytes } from '../format/numbers.ts';

/** A chosen file as the page shows it (FORM-4). */
export interface FilePreview {
  id: string;
  name: string;
  type: 'image' | 'doc';
  /** A data URL of the picture, or a URL on the server. Null for a document. */
  src: string | null;
  /** The URL on the server of a stored picture in its largest size. */
  large?: string;
  status: 'loading' | 'has-valid' | 'uploading' | 'failed';
  /** For example «3,4 MB». */
  size?: string;
  /** From 0 to 1 while uploading. */
  progress?: number;
  /** True while the upload can be cancelled. */
  can_cancel?: boolean;
  /** True while the upload waits for the connection and will resume. */
  is_waiting?: boolean;
  /** What the file shows or is, as an id of the list's choices; '' if it was not given. */
  subject?: string;
  /** The file cannot be removed. */
  is_kept?: boolean;
  error?: string;
}

/** The only document of a form, as a list for `FileDrop`. */
export const documentPreviews = (file: File | null, isPending = false): FilePreview[] =>
  file === null
    ? []
    : [
        {
          id: 'new',
          name: file.name,
          type: 'doc',
          src: null,
          status: isPending ? 'loading' : 'has-valid',
          size: formatBytes(file.size),
        },
      ];

/** The preview of a file that is still being read. `image` depends on the MIME type. */
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

/** Returns the preview with its picture. Rejects if the file cannot be read. */
export function readPreview(preview: FilePreview, file: File): Promise<FilePreview> {
  if (preview.type === 'doc') return Promise.resolve({ ...preview, status: 'has-valid' });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ ...preview, src: String(reader.result), status: 'has-valid' });
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
}
