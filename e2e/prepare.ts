import { join } from 'node:path';
import { buildGallery } from './gallery.ts';
import { prepareData } from './product.ts';

/** Makes once in a folder what every file would make for itself, and names it to them: PREPARED_DIR. */
export async function prepare(folder: string): Promise<void> {
  await Promise.all([prepareData(join(folder, 'data')), buildGallery(join(folder, 'gallery'))]);
  process.env.PREPARED_DIR = folder;
}
