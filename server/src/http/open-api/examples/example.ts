import type { BodyInput, Endpoint, Reply, Schema } from '@restvarde/contract/endpoint';
import type * as z from 'zod/mini';

type Sent<E extends Endpoint> = E['oauthForm'] extends Schema
  ? z.input<E['oauthForm']>
  : BodyInput<E>;

/** A body and an answer of a call, which need not belong together. */
export interface Example {
  body?: unknown;
  reply?: unknown;
}

/** An example of a call, checked by its types. Of form data, all fields but the file. */
export const exampleOf = <E extends Endpoint>(
  endpoint: E,
  example: { body?: Sent<E>; reply?: Reply<E> },
): [Endpoint, Example] => [endpoint, example];
