import {
  DOCUMENT_ENDINGS,
  DOCUMENT_FAULT,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TOO_LARGE,
  endingOf,
  FORMAT_BYTES,
  IMAGE_MAX_BYTES,
  IMAGE_TOO_LARGE,
  IMAGES_PER_AUCTION,
  PICTURE_FAULT,
  pictureFormat,
  TOO_MANY_IMAGES,
} from '@restvarde/contract/media';
import type { UploadKind } from '@restvarde/contract/uploads';
import type { FormSectionId } from '../draft/form-sections.ts';

/** A kind of an auction's files, and its validation (FORM-4, FORM-5, MEDIA-1). */
export interface FileKind {
  upload: UploadKind;
  /** The section of the form that contains them. */
  section: FormSectionId;
  /** Whether the files are ordered. */
  hasOrder: boolean;
  /** Whether pictures are scaled down and converted to a format that the server accepts. */
  isScaled: boolean;
  /** For the file dialog. */
  accept: readonly string[];
  most: number;
  /** The `subject` of a new file: what it shows or is (DMG-6, DMG-7). */
  subject: string;
  tooMany: string;
  /** Why a file is rejected unread, by its name and size. Null if it is not. */
  errorOf: (file: Pick<File, 'name' | 'size'>) => string | null;
  /** Why the content to send is rejected, by its bytes and size. Null if it is not. */
  contentErrorOf: (file: File) => Promise<string | null>;
}

/** The largest picture that is read for scaling, in bytes. */
const MAX_READ_BYTES = 100 * 1024 * 1024;

const refused = (name: string, sentence: string | null) => sentence && `${name}: ${sentence}`;

async function pictureFault(file: File): Promise<string | null> {
  const start = new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer());
  const format = pictureFormat(start);
  if (format === 'heic' || (format === null && /^hei[cf]$/.test(endingOf(file.name)))) {
    return PICTURE_FAULT.heic;
  }
  if (format === null) return PICTURE_FAULT.format;
  return file.size > IMAGE_MAX_BYTES ? IMAGE_TOO_LARGE : null;
}

export const PICTURES: FileKind = {
  upload: 'image',
  section: 'bilder',
  hasOrder: true,
  isScaled: true,
  accept: ['image/jpeg', 'image/png'],
  most: IMAGES_PER_AUCTION,
  subject: '',
  tooMany: TOO_MANY_IMAGES,
  errorOf({ name, size }) {
    if (size === 0) return refused(name, PICTURE_FAULT.empty);
    return size > MAX_READ_BYTES ? refused(name, IMAGE_TOO_LARGE) : null;
  },
  contentErrorOf: async (file) => refused(file.name, await pictureFault(file)),
};

export const DOCUMENTS: FileKind = {
  upload: 'document',
  section: 'dokument',
  hasOrder: false,
  isScaled: false,
  accept: DOCUMENT_ENDINGS.map((ending) => `.${ending}`),
  most: Number.POSITIVE_INFINITY,
  subject: 'other',
  tooMany: '',
  contentErrorOf: () => Promise.resolve(null),
  errorOf({ name, size }) {
    if (!name.includes('.') || !DOCUMENT_ENDINGS.includes(endingOf(name))) {
      return refused(name, DOCUMENT_FAULT.ending);
    }
    if (size === 0) return refused(name, DOCUMENT_FAULT.empty);
    return size > DOCUMENT_MAX_BYTES ? refused(name, DOCUMENT_TOO_LARGE) : null;
  },
};
