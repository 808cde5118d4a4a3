import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint, Schema } from '@restvarde/contract/endpoint';

/** The names by which the contract exports its endpoints and schemas. Each is used once, and each value has one. */
export interface ContractNames {
  endpoints: ReadonlyMap<Endpoint, string>;
  schemas: ReadonlyMap<Schema, string>;
}

const CONTRACT = dirname(fileURLToPath(import.meta.resolve('@restvarde/contract/endpoint')));

/**
 * Reads the contract's modules, in the order of their files.
 * @throws Error if two values have the same name, or one value has two
 */
export async function readContractNames(): Promise<ContractNames> {
  const files = globSync('**/*.ts', { cwd: CONTRACT, exclude: ['**/*.test.ts'] }).sort();
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(join(CONTRACT, file))),
  );
  const exported = modules.flatMap((module) => Object.entries(module));
  return {
    endpoints: namesOf(exported, isEndpoint),
    schemas: namesOf(exported, isSchema),
  };
}

function namesOf<T>(
  exported: readonly [string, unknown][],
  isOne: (value: unknown) => value is T,
): Map<T, string> {
  const names = new Map<T, string>();
  const used = new Set<string>();
  for (const [name, value] of exported) {
    if (!isOne(value)) continue;
    if (used.has(name) || names.has(value)) throw new Error(`The contract exports ${name} twice.`);
    used.add(name);
    names.set(value, name);
  }
  return names;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isEndpoint = (value: unknown): value is Endpoint =>
  isObject(value) && 'path' in value && 'method' in value;

const isSchema = (value: unknown): value is Schema => isObject(value) && '_zod' in value;
