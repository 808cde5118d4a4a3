import { readFile } from 'node:fs/promises';
import { DomainError, refuse } from '../http/domain-error.ts';
import type { Upload } from '../http/uploads.ts';
import { contentToKeep, documentFault, tidyFileName } from './documents.ts';
import type { Media } from './media.ts';

const NO_DOCUMENT = {
  ending: 'Filen kan inte tas emot. Välj pdf, doc, docx, xls, xlsx, odt, jpg eller png.',
  content: 'Innehållet är inte det som filändelsen säger, eller är låst med lösenord.',
};

/** A stored document; `size` in bytes. */
export interface KeptDocument {
  key: string;
  name: string;
  size: number;
}

/**
 * Stores the document of the form's field `file`, then runs `use` with it; when that throws, the document goes again
 * (MEDIA-1).
 * @throws DomainError 400 at the field without a file; 415 when its content is no document.
 */
export async function keepDocument<T>(
  media: Media,
  uploads: Upload[],
  use: (document: KeptDocument) => Promise<T>,
  missing = 'Välj en fil.',
): Promise<T> {
  const upload = uploads.find((one) => one.field === 'file');
  if (!upload) throw refuse.field('file', missing);
  const name = tidyFileName(upload.name);
  const refused = (reason: keyof typeof NO_DOCUMENT) =>
    new DomainError(415, { file: [`${name}: ${NO_DOCUMENT[reason]}`] });
  const sent = await readFile(upload.path);
  const fault = documentFault(name, sent);
  if (fault) throw refused(fault);
  const content = contentToKeep(name, sent);
  if (!content) throw refused('content');
  const key = await media.putDocument(content);
  try {
    return await use({ key, name, size: content.length });
  } catch (error) {
    await media.remove(key);
    throw error;
  }
}
