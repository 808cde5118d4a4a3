import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { SECOND_FACTOR_CODE } from '@restvarde/contract/auth/second-factor';
import type { Body, Endpoint, Params, Query, Reply, Schema } from '@restvarde/contract/endpoint';
import { messagesByField, SENTENCE } from '@restvarde/contract/errors';
import type { Viewer } from '@restvarde/contract/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { lookingAs } from '../db/looking-as.ts';
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

/** Who has logged in, and by which session. */
interface LoggedIn {
  id: string;
  viewer: Viewer;
  must_add_second_factor: boolean;
}

/** What routes ask about who calls. */
export interface Callers {
  /** Whose access token is this, and of which session? Null when it is none, or no longer one. */
  sessionOf(token: string): Promise<LoggedIn | null>;
  /** The session of a token that was genuine once, whether it lives or not; null of what never was one. */
  sessionOnceOf(token: string): string | null;
  limits: Limits;
  devices: Devices;
  turns: CallTurns;
  pace: AnswerPace;
  /** Writes down that somebody was refused, now and then; whoever was is not kept waiting for it (SEC-1). */
  recordRefused(refused: RefusedCall): Promise<void>;
  /** Where the files of a call lie while it is answered. */
  upload_folder: string;
}

/** Where a call comes from, as it is written down. */
export interface Origin {
  /** Null when a proxy tells none that is one. */
  ip: string | null;
  user_agent: string;
}

/** Who calls, and from where: what is done with accounts is written down with both (SEC-1). */
export type Actor = Viewer & Origin;

/** A call that was refused by its schema, by role or by a limit. */
export interface RefusedCall {
  status: 400 | 403 | 429;
  /** As API-1 writes it. */
  call: string;
  /** Null for who has not logged in. */
  user_id: number | null;
  /** Whose are counted together: the user's, or the address's. */
  by: string;
  origin: Origin;
}

/** Who was refused. */
type RefusedBy = Omit<RefusedCall, 'status' | 'call'>;

/** A call that has passed its permission check and its schemas. */
export interface Call<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  /** The files of a multipart body, in order; they lie on the disk until the call is answered. */
  uploads: Upload[];
  /** A piece of a file; empty where the call brings none. */
  bytes: Buffer;
  headers: FastifyRequest['headers'];
  origin: Origin;
  log: FastifyRequest['log'];
}

/** Who calls without a login, as limits count it. */
export interface Stranger {
  address: string;
  /** The device that it shows, which has logged in before; null for none (LIMIT-2). */
  device: string | null;
}

type Result<E extends Endpoint> = E['download'] extends object
  ? Readable
  : E['reply'] extends Schema
    ? Reply<E>
    : undefined;

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Sockets are opened here, and on no other route. */
    isSocket?: true;
  }
}

/**
 * Serves an endpoint to callers who have logged in and pass its permission check (ROLE-14), in their turn
 * (LIMIT-3): `kind` is what it counts as, and bids wait for nothing else.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  callers: Callers,
  endpoint: E,
  handle: (call: Call<E> & { viewer: Actor; session_id: string }) => Promise<Result<E>>,
  kind: 'calls' | 'bids' = 'calls',
): void {
  serve(app, endpoint, async (request, origin) => {
    const session = await callerOf(callers, request, origin);
    const { user_id } = session.viewer;
    const who = { user_id, by: `user ${user_id}`, origin };
    return recordingRefused(callers, endpoint, request, who, () => answer(request, who, session));
  });

  async function answer(request: FastifyRequest, who: RefusedBy, { viewer, ...session }: LoggedIn) {
    if (!endpoint.may(viewer)) throw refuse.forbidden();
    if (session.must_add_second_factor && !endpoint.isForEnrolment)
      throw refuse.secondFactorMissing();
    const hasFiles = endpoint.multipart !== undefined && request.isMultipart();
    const share = hasFiles || endpoint.bytes !== undefined ? 'uploads' : kind;
    return callers.turns[share].take(viewer.user_id, async () => {
      await callers.limits.spend(
        kind === 'bids' ? LIMITS.bids : LIMITS.user,
        String(viewer.user_id),
      );
      const call = await recordingUnread(callers, endpoint, request, who, () =>
        readCall(endpoint, request, who.origin, callers, () => spendUpload(callers.limits, viewer)),
      );
      const caller = { viewer: { ...viewer, ...who.origin }, session_id: session.id };
      const work = () => handle({ ...call, ...caller });
      try {
        // An act may change what others hold: an offer to a station that is removed. A look may not even see it.
        return await (endpoint.method === 'GET' ? lookingAs(viewer, work) : work());
      } finally {
        if (call.uploads.length > 0) await discardUploads(call.uploads);
      }
    });
  }
}

/**
 * Who calls, by the token that is shown.
 * @throws DomainError 401 when it is none, or no longer one, told in its time (LIMIT-3).
 */
export async function callerOf(
  callers: Callers,
  request: FastifyRequest,
  origin = originOf(request),
): Promise<LoggedIn> {
  const token = bearer(request);
  const session = await callers.sessionOf(token);
  if (session) return session;
  // An office has one address: by its session nobody waits for what a neighbour floods.
  const once = callers.sessionOnceOf(token);
  const by = once === null ? `address ${addressGroup(origin.ip ?? '')}` : `session ${once}`;
  await callers.pace.wait(by, request.raw.socket);
  throw refuse.notLoggedIn();
}

/** Answers a call; that it was refused by role or by a limit is written down (SEC-1), and told in its time (LIMIT-3). */
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
    // Who has yet to add a second factor is led to it by that answer.
    const isLed = error instanceof DomainError && error.body.code === SECOND_FACTOR_CODE.missing;
    if ((status === 403 && !isLed) || status === 429) {
      record(callers, endpoint, request, { ...who, status });
      await callers.pace.wait(who.by, request.raw.socket);
    }
    throw error;
  }
}

/**
 * Reads a call; that its schema refused it is written down (SEC-1). Our own pages ask the same schema before they call, so that
 * such a call comes from elsewhere.
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

/** Counts a call that brings a file, or a file that comes in pieces (LIMIT-1). */
export async function spendUpload(limits: Limits, { user_id, company_id }: Viewer): Promise<void> {
  await limits.spend(LIMITS.uploads, String(user_id));
  if (company_id !== null) await limits.spend(LIMITS.uploads_company, String(company_id));
}

/** Serves an endpoint to everybody, as often as an address may call without a login (AUTH-15). */
export function openRoute<E extends Endpoint>(
  app: FastifyInstance,
  callers: Callers,
  endpoint: E,
  handle: (call: Call<E> & Stranger) => Promise<Result<E>>,
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
 * From what a call without a login is taken: who floods from an office's address does not keep out those who
 * have been here before.
 */
export function strangersAllowance(address: string, device: string | null): [Limit, string] {
  return device === null ? [LIMITS.anonymous, address] : [LIMITS.anonymous_device, device];
}

function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: (request: FastifyRequest, origin: Origin) => Promise<Result<E>>,
): void {
  const status = endpoint.status ?? 200;
  const served: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      // Before anything is waited for: whoever hangs up meanwhile has no address any more.
      const result = await answer(request, originOf(request));
      reply.code(status);
      if (endpoint.download) {
        reply
          .type(endpoint.download.type)
          .header('content-disposition', `attachment; filename="${endpoint.download.name}"`);
      }
      return status === 204 ? undefined : result;
    },
  };
  if (endpoint.multipart === undefined) app.route(served);
  else routeForms(app, served);
}

/** Where a call comes from. */
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
      ? await readForm(request, endpoint.multipart, callers.upload_folder, onFile)
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
    // Nobody else knows of them yet.
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
