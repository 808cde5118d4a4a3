import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { DomainError, refuse } from './domain-error.ts';
import { discardUploads, storeUpload, type Upload } from './uploads.ts';

export interface Form {
  /** Text by field; `name[n]` gathers a list under `name`, in order of appearance. */
  fields: Record<string, string | string[]>;
  uploads: Upload[];
}

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 300,
  files: 12,
  parts: 320,
  headerPairs: 50,
};

/** Registers a route for forms in a separate scope, because the plugin would add work to all other requests. */
export function routeForms(app: FastifyInstance, route: RouteOptions): void {
  void app.register((scope, _options, done) => {
    void scope.register(fastifyMultipart, { throwFileSizeLimit: true });
    scope.after(() => void scope.route(route));
    done();
  });
}

/**
 * Reads a multipart body. Writes files of at most `fileSize` bytes to `folder`; the caller discards them. Calls
 * `onFile` once if there is a file, before it is read if it has a name; `onFile` may throw. Throws 415 if the body is not a
 * form, 413 if a file is larger.
 */
export async function readForm(
  request: FastifyRequest,
  fileSize: number,
  folder: string,
  onFile: () => Promise<void>,
): Promise<Form> {
  if (!request.isMultipart())
    throw refuse.unsupported('Skicka som formulärdata (multipart/form-data).');
  const form: Form = { fields: Object.create(null), uploads: [] };
  let isAnnounced = false;
  const announceFile = async () => {
    if (isAnnounced) return;
    isAnnounced = true;
    await onFile();
  };
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize } })) {
      if (part.type === 'file') {
        // Browsers send an empty file field as an empty file without a name.
        const name = part.filename ?? '';
        if (name !== '') await announceFile();
        const stored = await storeUpload(folder, part.file);
        const upload = { field: listName(part.fieldname).name, name, ...stored };
        if (upload.size === 0 && name === '') {
          await discardUploads([upload]);
          continue;
        }
        form.uploads.push(upload);
        await announceFile();
      } else {
        addField(form.fields, part.fieldname, String(part.value ?? ''));
      }
    }
  } catch (error) {
    await discardUploads(form.uploads);
    if (error instanceof DomainError) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') {
      throw refuse.tooLarge(`Filen är för stor: högst ${Math.floor(fileSize / 1024 / 1024)} MB.`);
    }
    // Limit errors have a status. Errors of a truncated body or a missing boundary do not.
    if ((error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw refuse.detail('Formuläret kunde inte läsas.');
  }
  form.fields = { ...form.fields };
  return form;
}

function addField(fields: Form['fields'], written: string, value: string): void {
  const { name, isList } = listName(written);
  // Not a field of ours; must not be set on an object (API-3).
  if (name in Object.prototype) return;
  const present = fields[name];
  if (isList) fields[name] = [...(Array.isArray(present) ? present : []), value];
  else fields[name] = value;
}

function listName(written: string): { name: string; isList: boolean } {
  const match = /^([^[\]]+)\[\d*\]$/.exec(written);
  return match?.[1] ? { name: match[1], isList: true } : { name: written, isList: false };
}
