import type { Schema } from '@restvarde/contract/endpoint';
import { messagesByField } from '@restvarde/contract/errors';
import { DomainError } from '../../http/domain-error.ts';
import { StartError } from '../../start-error.ts';

type Output<S extends Schema> = S['_zod']['output'];
type Parsed<T> =
  | { success: true; data: T }
  | { success: false; error: Parameters<typeof messagesByField>[0] };

/** Validates an operator's input by the product's form schema. Throws StartError with the form's messages. */
export function readForm<S extends Schema>(schema: S, value: unknown): Output<S> {
  const form = schema as unknown as { safeParse(value: unknown): Parsed<Output<S>> };
  const parsed = form.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StartError(sentenceOf(messagesByField(parsed.error)));
}

/** Rethrows a domain error as a StartError, and other errors unchanged. */
export function rethrowAsStartError(error: unknown): never {
  if (error instanceof DomainError) throw new StartError(sentenceOf(error.body));
  throw error;
}

const sentenceOf = (body: object) =>
  Object.entries(body)
    .map(([field, sentences]) => `${field}: ${[sentences].flat().join(' ')}`.replace(/\.?$/, '.'))
    .join(' ');
