import {
  DOCUMENT_MAX_BYTES,
  IMAGE_MAX_BYTES,
  IMAGES_PER_AUCTION,
  TOO_MANY_IMAGES,
} from '@restvarde/contract/media';
import type { UploadKind } from '@restvarde/contract/uploads';
import type { FormSectionId } from '../draft/form-sections.ts';

type Chosen = Pick<File, 'name' | 'type' | 'size'>;

/** A kind of file that an auction has, and how it is judged (FORM-4, FORM-5, MEDIA-1). */
export interface FileKind {
  upload: UploadKind;
  /** The part of the form that has them. */
  section: FormSectionId;
  /** Does their order count? */
  hasOrder: boolean;
  /** Is a very large picture sent smaller than it was chosen? */
  isScaled: boolean;
  /** For the file dialog. */
  accept: readonly string[];
  most: number;
  tooMany: string;
  /** Why a file is none of this kind, by its name and size; null when it is one. */
  errorOf: (file: Chosen) => string | null;
  /** The same by what it begins with. */
  contentErrorOf: (file: File) => Promise<string | null>;
}

/** What every JPG and every PNG begins with. */
const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

async function isPicture(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return SIGNATURES.some((bytes) => bytes.every((byte, index) => start[index] === byte));
}

export const PICTURES: FileKind = {
  upload: 'image',
  section: 'bilder',
  hasOrder: true,
  isScaled: true,
  accept: ['image/jpeg', 'image/png'],
  most: IMAGES_PER_AUCTION,
  tooMany: TOO_MANY_IMAGES,
  errorOf({ name, type, size }) {
    if (/\.(heic|heif)$/i.test(name) || /hei[cf]/.test(type)) {
      return `${name}: Spara bilden som JPG på telefonen och välj den igen.`;
    }
    const isAccepted = /^image\/(jpeg|png)$/.test(type) || /\.(jpe?g|png)$/i.test(name);
    if (!isAccepted) return `${name}: Välj en bild i JPG eller PNG.`;
    return size > IMAGE_MAX_BYTES ? `${name}: Bilden får vara högst 15 MB.` : null;
  },
  contentErrorOf: async (file) =>
    (await isPicture(file)) ? null : `${file.name}: Filen är ingen bild i JPG eller PNG.`,
};

const DOCUMENT_ENDINGS = [
  '.pdf',
  '.doc',
  '.docx',
  '.xls',
  '.xlsx',
  '.odt',
  '.jpg',
  '.jpeg',
  '.png',
];

export const DOCUMENTS: FileKind = {
  upload: 'document',
  section: 'dokument',
  hasOrder: false,
  isScaled: false,
  accept: DOCUMENT_ENDINGS,
  most: Number.POSITIVE_INFINITY,
  tooMany: '',
  contentErrorOf: () => Promise.resolve(null),
  errorOf({ name, size }) {
    if (!DOCUMENT_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))) {
      return `${name}: Välj pdf, doc, docx, xls, xlsx, odt, jpg eller png.`;
    }
    if (size === 0) return `${name}: Filen är tom.`;
    return size > DOCUMENT_MAX_BYTES ? `${name}: Dokumentet får vara högst 25 MB.` : null;
  },
};
