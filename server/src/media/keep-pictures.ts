import { PICTURE_FAULT } from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import { DomainError } from '../http/domain-error.ts';
import type { Upload } from '../http/uploads.ts';
import type { Media } from './media.ts';

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
