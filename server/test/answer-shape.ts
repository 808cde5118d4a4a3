import assert from 'node:assert/strict';
import type { Endpoint } from '@restvarde/contract/endpoint';
import * as z from 'zod/mini';
import { ENDPOINTS } from './endpoints.ts';

const ENGLISH =
  /\b(invalid|expected|must|required|error|bad request|unexpected|not found|body|property|failed)\b/i;

/**
 * Never a fault of ours; an error is worded in Swedish, by field or as a whole (API-2). `about` says
 * which call it was.
 */
export function checkAnswer(answer: { status: number; body: unknown }, about: string): void {
  const said = `${about}: ${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 500);
  assert.ok(answer.status < 500, said);
  if (answer.status >= 400) checkErrorBody(answer.body, said);
}

/** `{field: [sentences]}` or `{detail}`, with a `code` where a client must tell cases apart (API-2). */
export function checkErrorBody(body: unknown, said: string): void {
  assert.ok(body !== null && typeof body === 'object' && !Array.isArray(body), said);
  const entries = Object.entries(body);
  assert.ok(entries.length > 0, said);
  for (const [field, written] of entries) {
    if (field === 'code') {
      assert.match(String(written), /^[a-z_]+$/, said);
      continue;
    }
    // What a client goes on by: `offset` of an upload, `request_id` of a fault.
    if (typeof written === 'number' || field === 'request_id') continue;
    const sentences = field === 'detail' ? [written] : written;
    assert.ok(Array.isArray(sentences) && sentences.length > 0, said);
    for (const sentence of sentences) {
      assert.equal(typeof sentence, 'string', said);
      assert.ok(sentence.length > 3 && !ENGLISH.test(sentence), said);
    }
  }
}

const PATTERNS = ENDPOINTS.map((endpoint) => ({
  endpoint,
  path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The call of the contract at this address; what is written out goes before what stands for any text. */
function endpointAt(method: string, url: string): Endpoint | undefined {
  const [address] = url.split('?');
  const fitting = PATTERNS.filter(
    ({ endpoint, path }) => endpoint.method === method && path.test(address!),
  ).map(({ endpoint }) => endpoint);
  return fitting.find(({ path }) => path === address) ?? fitting[0];
}

/**
 * Holds an answer against what the contract, and so OpenAPI, says of its call (API-1): the status, each field and no
 * other, an error in its one form.
 */
export function checkContract(
  method: string,
  url: string,
  { status, body }: { status: number; body: unknown },
): void {
  const endpoint = endpointAt(method, url);
  if (!endpoint) return;
  const said = `${method} ${url}: ${status} ${JSON.stringify(body)?.slice(0, 500)}`;
  if (status >= 400) {
    checkErrorBody(body, said);
    return;
  }
  assert.equal(status, endpoint.status ?? 200, said);
  if (endpoint.download || !endpoint.reply) return;
  const parsed = z.safeParse(endpoint.reply, body);
  assert.ok(parsed.success, `${said}: ${parsed.error?.message}`);
  assert.deepEqual(
    body,
    parsed.data,
    `${method} ${url} answers with what the contract does not name`,
  );
}
