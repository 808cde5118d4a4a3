import type * as z from 'zod/mini';
import type { PermissionCheck } from './roles.ts';

/** Any schema of zod or zod/mini. */
export type Schema = z.core.$ZodType;

/** The media type of a piece of a file, as tus has it. */
export const BYTES_TYPE = 'application/offset+octet-stream';

/**
 * A call of the product as a value that server and browser share (API-1).
 * `path` has Fastify's format (`/api/auctions/:id`). `may` is the permission check by role (ROLE-14); what the caller
 * may see of the object is decided later, in SQL. `multipart`: the body is form data with files of at most `max_bytes`.
 * With `form` too, the body may also be JSON: `body` parses JSON, and `form` parses form data to the same type.
 * `bytes`: the body is a part of a file of at most that many bytes, as `BYTES_TYPE`.
 * `oauthForm`: the body is that form, URL-encoded, and errors are those of RFC 6749 (FEED-11).
 * `takesKey`: an `Idempotency-Key` header makes a retry safe (BID-8, FORM-12).
 * `mayCreate`: the status is 201 if the call created what it names, else 200 (FEED-3).
 * `isByPhotoLink`: the bearer token is that of a link for pictures (FORM-17), whose user must pass `may`.
 * `isForEnrolment`: also allowed before a required second factor has been added (SEC-7).
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  may: PermissionCheck;
  isForEnrolment?: true;
  isByPhotoLink?: true;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  multipart?: { field: 'file' | 'image' | 'logo'; max_bytes: number };
  form?: Schema;
  bytes?: number;
  oauthForm?: Schema;
  takesKey?: true;
  mayCreate?: true;
  /** Error statuses besides the common ones. */
  errors?: (401 | 404 | 409)[];
  /** 201 if a success creates something. By default 200 with a `reply` or a `download`, else 204. */
  status?: 201;
  reply?: Schema;
  /** What a 400 with `detail` may have beside it. */
  refusal?: Schema;
  /** The reply is a file with this name and media type. */
  download?: { name: string; type: string };
}

/** The status of a call that succeeds; with `mayCreate` it may be 201 too. */
export const successStatus = ({ status, reply, download }: Endpoint) =>
  status ?? (reply || download ? 200 : 204);

/** Keeps the endpoint's exact type. The annotation lets bundlers drop unused endpoints. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

export type Params<E extends Endpoint> = Output<E['params']>;
export type Query<E extends Endpoint> = Output<E['query']>;
export type Body<E extends Endpoint> = Output<E['body']>;
export type Reply<E extends Endpoint> = Output<E['reply']>;
/** The input type, before the schema has trimmed and parsed it. */
export type QueryInput<E extends Endpoint> = Input<E['query']>;
export type BodyInput<E extends Endpoint> = Input<E['body']>;
