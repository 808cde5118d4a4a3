import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { SECOND_FACTOR_ERROR } from '@restvarde/contract/auth/second-factor';
import {
  type Body,
  type Endpoint,
  type Params,
  type Query,
  type Reply,
  type Schema,
  successStatus,
} from '@restvarde/contract/endpoint';
import { messagesByField, SENTENCE } from '@restvarde/contract/errors';
import { type TokenScope, tokenMay } from '@restvarde/contract/feed/token-calls';
import type { Viewer } from '@restvarde/contract/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { asViewer } from '../db/as-viewer.ts';
import { addressGroup, addressOf } from './address-group.ts';
import type { AnswerPace } from './answer-pace.ts';
import type { Devices } from './devices.ts';
import { DomainError, refuse } from './domain-error.ts';
import { LIMITS, type Limit } from './limit-table.ts';
import type { Limits } from './limits.ts';
import { type Form, readForm, routeForms } from './multipart.ts';
import { readBytes } from './raw-bytes.ts';
import type { CallTurns } from './turns.ts';
import { discardUploads, type Upload } from './uploads.ts';

/** A user and the session, or a token and the user that it acts as. */
export interface LoggedIn {
  id: string;
  viewer: Viewer;
  must_add_second_factor: boolean;
  /** What a token may do (FEED-2); absent for a session of a person. */
  scopes?: TokenScope[];
}

/** What routes need to identify the caller. */
export interface Callers {
  /** The user and session of an access token, or of a token (FEED-2); null if it is invalid, revoked or expired. */
  sessionOf(token: string): Promise<LoggedIn | null>;
  /** The session id of a token that was valid once, ended or not; null if it never was. */
  sessionOnceOf(token: string): string | null;
  limits: Limits;
  devices: Devices;
  turns: CallTurns;
  pace: AnswerPace;
  /** Records a refusal (SEC-1). Limited in number, and never delays the reply. */
  recordRefused(refused: RefusedCall): Promise<void>;
  /** Where the files of a request are kept until it is answered. */
  upload_folder: string;
}

/** The origin of a request, as it is recorded. */
export interface Origin {
  /** Null if the proxy sends no valid address. */
  ip: string | null;
  user_agent: string;
}

/** The caller and origin; events about accounts record both (SEC-1). */
export type Actor = Viewer & Origin;

/** A request refused by schema, role or limit. */
export interface RefusedCall {
  status: 400 | 403 | 429;
  /** Method and path, as API-1 writes them. */
  call: string;
  /** Null without a login. */
  user_id: number | null;
  /** The key to count by: user or address. */
  by: string;
  origin: Origin;
}

/** The caller of a refused request. */
type RefusedBy = Omit<RefusedCall, 'status' | 'call'>;

/** A request that has passed its permission check and its schemas. */
export interface Call<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  /** The files of a multipart body, in order; they are deleted after the reply. */
  uploads: Upload[];
  /** A piece of a file; empty if the endpoint takes none. */
  bytes: Buffer;
  headers: FastifyRequest['headers'];
  origin: Origin;
  log: FastifyRequest['log'];
}

/** A caller without a login, as limits count it. */
export interface Stranger {
  address: string;
  /** The known device that it comes from; null if none (LIMIT-2). */
  device: string | null;
}

/** The result of a call of an endpoint with `mayCreate` that created what it names: its status is 201. */
export class Created<Body> {
  readonly body: Body;
  constructor(body: Body) {
    this.body = body;
  }
}

type Answer<E extends Endpoint> = E['download'] extends object
  ? Promise<Readable>
  : E['reply'] extends Schema
    ? Promise<Reply<E> | (E['mayCreate'] extends true ? Created<Reply<E>> : never)>
    : Promise<void>;

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Marks the one route that accepts WebSockets. */
    isSocket?: true;
  }
}

/**
 * Serves an endpoint to logged-in callers who pass its permission check (ROLE-14). `kind` is the share that it counts
 * against (LIMIT-3).
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  callers: Callers,
  endpoint: E,
  handle: (call: Call<E> & { viewer: Actor; session_id: string }) => Answer<E>,
  kind: 'calls' | 'bids' = 'calls',
): void {
  serve(app, endpoint, async (request, origin) => {
    const session = await callerOf(callers, request, origin);
    const { user_id } = session.viewer;
    const who = { user_id, by: `user ${user_id}`, origin };
    return recordingRefused(callers, endpoint, request, who, () => answer(request, who, session));
  });

  async function answer(request: FastifyRequest, who: RefusedBy, { viewer, ...session }: LoggedIn) {
    if (session.scopes && !tokenMay(session.scopes, endpoint)) throw refuse.forbidden();
    if (!endpoint.may(viewer)) throw refuse.forbidden();
    if (session.must_add_second_factor && !endpoint.isForEnrolment)
      throw refuse.secondFactorMissing();
    const hasFiles = endpoint.multipart !== undefined && request.isMultipart();
    const share = hasFiles || endpoint.bytes !== undefined ? 'uploads' : kind;
    return callers.turns[share].take(viewer.user_id, async () => {
      // A token that was revoked while its call waited is refused too.
      if (session.scopes) await callerOf(callers, request, who.origin);
      const limit = session.scopes ? LIMITS.token : kind === 'bids' ? LIMITS.bids : LIMITS.user;
      await callers.limits.spend(limit, String(viewer.user_id));
      const call = await recordingUnread(callers, endpoint, request, who, () =>
        readCall(endpoint, request, who.origin, callers, () =>
          spendUpload(callers.limits, viewer, session.scopes !== undefined),
        ),
      );
      const caller = { viewer: { ...viewer, ...who.origin }, session_id: session.id };
      const work = () => handle({ ...call, ...caller });
      try {
        // So is one that was revoked while its files arrived.
        if (session.scopes && call.uploads.length > 0) await callerOf(callers, request, who.origin);
        // Reads only: an action may change other tenants' rows, such as an offer to a station that is removed.
        return await (endpoint.method === 'GET' ? asViewer(viewer, work) : work());
      } finally {
        if (call.uploads.length > 0) await discardUploads(call.uploads);
      }
    });
  }
}

/**
 * The caller, by the access token.
 * @throws DomainError 401, after a delay, if it is invalid or expired (LIMIT-3).
 */
export async function callerOf(
  callers: Callers,
  request: FastifyRequest,
  origin = originOf(request),
): Promise<LoggedIn> {
  const token = bearer(request);
  const session = await callers.sessionOf(token);
  if (session) return session;
  // An office shares one address. Delay by session, so that nobody waits because of a neighbour's flood.
  const once = callers.sessionOnceOf(token);
  const by = once === null ? `address ${addressGroup(origin.ip ?? '')}` : `session ${once}`;
  await callers.pace.wait(by, request.raw.socket);
  throw refuse.notLoggedIn(token === '' ? 'missing' : 'invalid');
}

/** True if a request has a valid token of another system (FEED-2). */
export async function holdsToken(callers: Callers, request: FastifyRequest): Promise<boolean> {
  const session = await callers.sessionOf(bearer(request));
  return session?.scopes !== undefined;
}

/** Runs a request. A refusal by role or limit is recorded (SEC-1) and delayed (LIMIT-3). */
export async function recordingRefused<T>(
  callers: Callers,
  endpoint: Record<'method' | 'path', string>,
  request: FastifyRequest,
  who: RefusedBy,
  answer: () => Promise<T>,
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const status = error instanceof DomainError ? error.status : 0;
    // Not a refusal to record: the reply leads the user to add a second factor.
    const isLed = error instanceof DomainError && error.body.code === SECOND_FACTOR_ERROR.missing;
    if ((status === 403 && !isLed) || status === 429) {
      record(callers, endpoint, request, { ...who, status });
      await callers.pace.wait(who.by, request.raw.socket);
    }
    throw error;
  }
}

/**
 * Reads a request. A refusal by its schema is recorded (SEC-1): our own pages validate by the same schema, so it comes
 * from elsewhere.
 */
async function recordingUnread<T>(
  callers: Callers,
  endpoint: Endpoint,
  request: FastifyRequest,
  who: RefusedBy,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.status === 400)
      record(callers, endpoint, request, { ...who, status: 400 });
    throw error;
  }
}

function record(
  callers: Callers,
  { method, path }: Record<'method' | 'path', string>,
  request: FastifyRequest,
  refused: Omit<RefusedCall, 'call'>,
): void {
  const call = `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  callers
    .recordRefused({ ...refused, call })
    .catch((fault) => request.log.error({ err: fault }, 'a refused call was not written down'));
}

/** Counts a request with a file, or a file that comes in pieces (LIMIT-1). A token has no count by user (FEED-2). */
export async function spendUpload(
  limits: Limits,
  { user_id, company_id }: Viewer,
  isToken = false,
): Promise<void> {
  if (!isToken) await limits.spend(LIMITS.uploads, String(user_id));
  if (company_id !== null) await limits.spend(LIMITS.uploads_company, String(company_id));
}

/** Serves an endpoint to everybody, within the address's limit for requests without a login (AUTH-15). */
export function openRoute<E extends Endpoint>(
  app: FastifyInstance,
  callers: Callers,
  endpoint: E,
  handle: (call: Call<E> & Stranger) => Answer<E>,
): void {
  serve(app, endpoint, async (request, origin) => {
    const address = addressGroup(addressOf(request));
    const device = callers.devices.read(request.headers);
    const who = { user_id: null, by: `address ${address}`, origin };
    await recordingRefused(callers, endpoint, request, who, () =>
      callers.limits.spend(...strangersAllowance(address, device)),
    );
    const call = await recordingUnread(callers, endpoint, request, who, () =>
      readCall(endpoint, request, origin, callers),
    );
    return handle({ ...call, address, device });
  });
}

/**
 * The allowance of a request without a login. Known devices have their own, so that a flood from an office's address
 * does not lock them out.
 */
export function strangersAllowance(address: string, device: string | null): [Limit, string] {
  return device === null ? [LIMITS.anonymous, address] : [LIMITS.anonymous_device, device];
}

function serve(
  app: FastifyInstance,
  endpoint: Endpoint,
  answer: (request: FastifyRequest, origin: Origin) => Promise<unknown>,
): void {
  const status = successStatus(endpoint);
  const served: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      // Read the origin before any wait: a caller who hangs up has no address.
      const result = await answer(request, originOf(request));
      const isCreated = result instanceof Created;
      reply.code(isCreated ? 201 : status);
      if (endpoint.download) {
        reply
          .type(endpoint.download.type)
          .header('content-disposition', `attachment; filename="${endpoint.download.name}"`);
      }
      if (isCreated) return result.body;
      return status === 204 ? undefined : result;
    },
  };
  if (endpoint.multipart === undefined) app.route(served);
  else routeForms(app, served);
}

/** The origin of a request. */
export function originOf(request: FastifyRequest): Origin {
  const [ip = ''] = addressOf(request).split('%');
  return { ip: isIP(ip) ? ip : null, user_agent: request.headers['user-agent'] ?? '' };
}

function bearer(request: FastifyRequest): string {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : '';
}

const NO_BYTES = Buffer.alloc(0);

async function readCall<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  origin: Origin,
  callers: Callers,
  onFile = async () => {},
): Promise<Call<E>> {
  const params = endpoint.params && parse(endpoint.params, request.params, refuse.notFound);
  const query = endpoint.query && parse(endpoint.query, request.query);
  const form =
    endpoint.multipart && (endpoint.form === undefined || request.isMultipart())
      ? await readForm(request, endpoint.multipart.max_bytes, callers.upload_folder, onFile)
      : undefined;
  const body = form
    ? await parseForm(endpoint.form ?? endpoint.body, form)
    : endpoint.body && parse(endpoint.body, request.body ?? {});
  return {
    params,
    query,
    body,
    uploads: form?.uploads ?? [],
    bytes: endpoint.bytes ? await readBytes(request, endpoint.bytes) : NO_BYTES,
    headers: request.headers,
    origin,
    log: request.log,
  } as Call<E>;
}

async function parseForm(schema: Schema | undefined, form: Form): Promise<unknown> {
  try {
    return schema && parse(schema, form.fields);
  } catch (error) {
    // Nothing else refers to them yet.
    await discardUploads(form.uploads);
    throw error;
  }
}

type Parsing = Schema & {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: unknown }
    | { success: false; error: Parameters<typeof messagesByField>[0] };
};

function parse(schema: Schema, value: unknown, otherwise?: () => Error): unknown {
  const parsed = (schema as Parsing).safeParse(value);
  if (parsed.success) return parsed.data;
  if (otherwise) throw otherwise();
  const { detail, ...fields } = messagesByField(parsed.error);
  throw detail ? refuse.detail(detail[0] ?? SENTENCE.wrong) : refuse.fields(fields);
}
