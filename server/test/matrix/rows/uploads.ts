import type { Caller } from '../callers.ts';
import { type Cell, row } from '../cells.ts';
import { NOTHING, UPLOADS, type UploadObject, uploadId } from '../objects.ts';
import type { Ids, World } from '../world.ts';

/** Files that are being sent are their sender's alone. */
const isSenders = (caller: Caller, { of }: UploadObject) => caller.as === of && of !== null;

const upload = {
  by: 'case manager',
  on: UPLOADS,
  sees: isSenders,
  params: (_world: World, { id }: Ids) => ({ id: uploadId(id) }),
} as const;

export const UPLOAD_ROWS: Cell[][] = [
  row({
    call: 'POST /api/uploads',
    rules: 'FORM-13',
    by: 'case manager',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { kind: 'image', name: 'a.jpg', size: 10 } }),
  }),
  row({ ...upload, call: 'GET /api/uploads/:id', rules: 'FORM-13', answers: () => 200 }),
  row({
    ...upload,
    call: 'PATCH /api/uploads/:id',
    rules: 'FORM-13',
    answers: () => 200,
    query: () => 'offset=0',
    send: () => ({
      body: Buffer.from('%PDF'),
      headers: { 'content-type': 'application/offset+octet-stream' },
    }),
  }),
  row({ ...upload, call: 'DELETE /api/uploads/:id', rules: 'FORM-13', answers: () => 204 }),
];
