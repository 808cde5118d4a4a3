import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@restvarde/contract/endpoint';

const CONTRACT = join(import.meta.dirname, '../../contract/src');
const files = globSync('**/*.ts', { cwd: CONTRACT, exclude: ['**/*.test.ts'] }).sort();
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(join(CONTRACT, file))),
);

/** Every endpoint of the contract, in the order of its files. */
export const ENDPOINTS: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
}
