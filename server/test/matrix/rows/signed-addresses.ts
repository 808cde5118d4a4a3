import assert from 'node:assert/strict';
import { type Cell, row } from '../cells.ts';
import { NOTHING } from '../objects.ts';

export const SIGNED_ADDRESS_ROWS: Cell[][] = [
  row({
    call: 'GET /media/:key/:name',
    when: 'a signed address',
    rules: 'MEDIA-2',
    by: 'everybody',
    on: NOTHING,
    answers: () => 200,
    params: ({ signed }) => signed.path,
    query: ({ signed }) => signed.query,
    look: ({ raw }) => assert.equal(raw, 'innehåll'),
  }),
  row({
    call: 'GET /media/:key/:name',
    when: 'another document’s signature',
    rules: 'MEDIA-2',
    by: 'everybody',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: ({ signed }) => ({ ...signed.path, key: `d${'0'.repeat(32)}` }),
    query: ({ signed }) => signed.query,
  }),
  row({
    call: 'GET /media/:key/:name',
    when: 'no signature',
    rules: 'MEDIA-2',
    by: 'everybody',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: ({ signed }) => signed.path,
  }),
  row({
    call: 'GET /email-previews/:kind',
    when: 'no signature',
    rules: 'MAIL-7',
    by: 'everybody',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: () => ({ kind: 'winner' }),
  }),
];
