import assert from 'node:assert/strict';
import type { Endpoint } from '@restvarde/contract/endpoint';
import * as z from 'zod/mini';
import { ENDPOINTS } from './endpoints.ts';
import { checkErrorBody } from './error-shape.ts';

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
