import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { SENTENCE } from '@restvarde/contract/errors';
import type { ConnectionError, FastifyError, FastifyInstance } from 'fastify';
import { databaseFaultOf, type OutageLog } from '../db/outage-log.ts';
import { DomainError } from './domain-error.ts';
import { CALL_HEADERS } from './security-headers.ts';

/** Errors of Fastify and its plugins, by code. */
const MALFORMED: Record<string, [status: number, detail: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Innehållstypen stöds inte.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'Innehållet är för stort.'],
  FST_FILES_LIMIT: [413, 'För många filer på en gång.'],
  FST_PARTS_LIMIT: [413, 'För många fält.'],
  FST_FIELDS_LIMIT: [413, 'För många fält.'],
};

/** PostgreSQL's codes for a conflict with a concurrent change: a row that was removed, or a value that was taken. */
const CHANGED = /^(23503|23505)$/;

/** The status of a reply that is sent to nobody. */
const HUNG_UP = 499;

/** Maps domain errors, malformed requests and faults to replies (API-2). */
export function answerErrors(app: FastifyInstance, outages: OutageLog): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof DomainError) {
      const isOurs = error.status >= 500;
      if (isOurs) request.log.warn({ err: error, message: error.body.detail }, 'unavailable');
      const body = isOurs ? { ...error.body, request_id: request.id } : error.body;
      return reply.code(error.status).headers(error.headers).send(body);
    }
    const malformed = MALFORMED[error.code];
    if (malformed) return reply.code(malformed[0]).send({ detail: malformed[1] });
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ detail: 'Anropet kunde inte läsas.' });
    }
    if (CHANGED.test(error.code ?? '')) {
      request.log.warn({ err: error }, 'overtaken by another call');
      return reply.code(400).send({ detail: SENTENCE.changed, code: 'changed' });
    }
    // A closing server does not wait for a call whose caller has hung up: the database may be closed already.
    if (isClosing && request.socket.destroyed) return reply.code(HUNG_UP).send();
    const fault = databaseFaultOf(error);
    if (!outages.failed(error, fault)) request.log.error({ err: error }, 'request failed');
    if (fault) reply.header('retry-after', '2');
    return reply.code(fault ? 503 : 500).send({ detail: SENTENCE.generic, request_id: request.id });
  });
}

/** Errors of Node's HTTP parser, by code; the rest are a 400. */
const UNPARSABLE: Record<string, [status: number, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Anropet tog för lång tid.'],
  HPE_HEADER_OVERFLOW: [431, 'Anropets huvud är för stort.'],
};

/**
 * Answers bytes that are not a request. Fastify never sees them, so the reply is written by hand and the connection
 * ends (API-2).
 */
export function answerUnparsable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, detail] = UNPARSABLE[error.code] ?? [400, 'Anropet kunde inte läsas.'];
  const body = JSON.stringify({ detail });
  const headers = {
    ...CALL_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
