import type { Viewer } from '@restvarde/contract/roles';
import { DomainError } from '../http/domain-error.ts';
import type { Upload } from '../http/uploads.ts';
import type { Media } from './media.ts';

const NO_PICTURE = 'Bilden kunde inte läsas. Välj en bild i JPG eller PNG.';

/**
 * Stores the pictures of a form, `image` first, one after the other (MEDIA-1). When one is
 * refused, none is kept.
 * @throws DomainError 415 when one is no picture; 503 when it cannot be looked at now.
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
      const key = await media.putImage(path, viewer.user_id);
      if (key === null) throw new DomainError(415, { [field]: [`${name}: ${NO_PICTURE}`] });
      keys.push(key);
    }
  } catch (error) {
    await Promise.all(keys.map((key) => media.remove(key)));
    throw error;
  }
  return keys;
}
