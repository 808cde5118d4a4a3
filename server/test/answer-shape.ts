import assert from 'node:assert/strict';
import { type Endpoint, successStatus } from '@restvarde/contract/endpoint';
import * as z from 'zod/mini';
import { readContractNames } from '../src/http/open-api/contract-names.ts';

const names = await readContractNames();

/** Every endpoint of the contract, in the order of its files. */
export const ENDPOINTS: readonly Endpoint[] = [...names.endpoints.keys()];

const ENGLISH =
  /\b(invalid|expected|must|required|error|bad request|unexpected|not found|body|property|failed)\b/i;

/**
 * Checks that an answer is not a server error, and that errors are in Swedish, by field or as a whole (API-2). `about`
 * names the call.
 */
export function checkAnswer(answer: { status: number; body: unknown }, about: string): void {
  const said = `${about}: ${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 500);
  assert.ok(answer.status < 500, said);
  if (answer.status >= 400) checkErrorBody(answer.body, said);
}

/** `{field: [sentences]}` or `{detail}`, with a `code` where clients must distinguish cases (API-2). */
export function checkErrorBody(body: unknown, said: string): void {
  assert.ok(body !== null && typeof body === 'object' && !Array.isArray(body), said);
  const entries = Object.entries(body);
  assert.ok(entries.length > 0, said);
  for (const [field, written] of entries) {
    if (field === 'code') {
      assert.match(String(written), /^[a-z_]+$/, said);
      continue;
    }
    // Values that a client needs: an upload's `offset`, an error's `request_id`.
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

/** The endpoint at a path; literal segments take precedence over parameters. */
function endpointAt(method: string, url: string): Endpoint | undefined {
  const [address] = url.split('?');
  const fitting = PATTERNS.filter(
    ({ endpoint, path }) => endpoint.method === method && path.test(address!),
  ).map(({ endpoint }) => endpoint);
  return fitting.find(({ path }) => path === address) ?? fitting[0];
}

/** The body of an error without what the endpoint names beside `detail`. */
function withoutRefusal({ refusal }: Endpoint, body: unknown): unknown {
  const { detail, ...rest } = Object(body);
  const isRefusal = refusal && detail && z.safeParse(refusal, rest).success;
  return isRefusal ? { detail } : body;
}

/**
 * Checks an answer against the contract, and thus OpenAPI (API-1): its status, exactly its fields, and the form of
 * errors.
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
    checkErrorBody(withoutRefusal(endpoint, body), said);
    return;
  }
  if (!(endpoint.mayCreate && status === 201)) assert.equal(status, successStatus(endpoint), said);
  if (endpoint.download || !endpoint.reply) return;
  const parsed = z.safeParse(endpoint.reply, body);
  assert.ok(parsed.success, `${said}: ${parsed.error?.message}`);
  assert.deepEqual(
    body,
    parsed.data,
    `${method} ${url} answers with what the contract does not name`,
  );
}
