import { readFile } from 'node:fs/promises';
import { DOCUMENT_FAULT, type DocumentFault, PICTURE_FAULT } from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import { DomainError, refuse } from '../http/domain-error.ts';
import type { Upload } from '../http/uploads.ts';
import { contentToKeep, documentFault, tidyFileName } from './documents.ts';
import type { Media } from './media.ts';

/** A stored document; `size` in bytes. */
export interface KeptDocument {
  key: string;
  name: string;
  size: number;
}

/**
 * Stores the document of the form's field `file`, then runs `use` with it. Removes it if `use` throws (MEDIA-1).
 * @throws DomainError 400 at the field without a file; 415 for unsupported content; 503 for a photo that cannot be
 * decoded now.
 */
export async function keepDocument<T>(
  media: Media,
  viewer: Viewer,
  uploads: Upload[],
  use: (document: KeptDocument) => Promise<T>,
): Promise<T> {
  const upload = uploads.find((one) => one.field === 'file');
  if (!upload) throw refuse.field('file', 'Välj en fil.');
  const name = tidyFileName(upload.name);
  const refused = (reason: DocumentFault) =>
    new DomainError(415, { file: [`${name}: ${DOCUMENT_FAULT[reason]}`] });
  const sent = await readFile(upload.path);
  const fault = documentFault(name, sent);
  if (fault !== null) throw refused(fault);
  let content = contentToKeep(name, sent);
  if (content === 'no_end') content = await media.rewritePhoto(upload.path, viewer.user_id);
  if (typeof content === 'string') throw refused(content);
  const key = await media.putDocument(content);
  try {
    return await use({ key, name, size: content.length });
  } catch (error) {
    await media.remove(key);
    throw error;
  }
}

/**
 * Stores the pictures of a form, `image` first, one after the other (MEDIA-1). If one is refused, none is kept.
 * @throws DomainError 415 if one is not a picture; 503 if it cannot be decoded now.
 */
export async function storePictures(
  media: Media,
  viewer: Viewer,
  uploads: Upload[],
): Promise<string[]> {
  const pictures = [
    ...uploads.filter((upload) => upload.field === 'image'),
    ...uploads.filter((upload) => upload.field === 'images'),
  ];
  const keys: string[] = [];
  try {
    for (const { field, name, path } of pictures) {
      const stored = await media.putImage(path, viewer.user_id);
      if ('fault' in stored) {
        throw new DomainError(415, { [field]: [`${name}: ${PICTURE_FAULT[stored.fault]}`] });
      }
      keys.push(stored.key);
    }
  } catch (error) {
    await Promise.all(keys.map((key) => media.remove(key)));
    throw error;
  }
  return keys;
}
