import { BYTES_TYPE } from '@restvarde/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from './domain-error.ts';

/** Accepts bodies of bytes without reading them; a route reads them in its turn. */
export function acceptBytes(app: FastifyInstance): void {
  app.addContentTypeParser(BYTES_TYPE, (_request, _payload, done) => done(null));
}

/**
 * Reads a body of at most `most` bytes.
 * @throws DomainError 415 for another type, 413 for a larger body, 400 for a truncated one.
 */
export async function readBytes(request: FastifyRequest, most: number): Promise<Buffer> {
  if (request.headers['content-type'] !== BYTES_TYPE) {
    throw refuse.unsupported(`Skicka filens innehåll som ${BYTES_TYPE}.`);
  }
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request.raw as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) break;
      pieces.push(piece);
    }
  } catch {
    throw refuse.detail('Överföringen av filen bröts.');
  }
  if (size > most) throw refuse.tooLarge('Delen är för stor.');
  return Buffer.concat(pieces);
}

/** Reads each body of a scope as text of at most `bodyLimit` bytes, whatever its content type is. */
export function acceptText(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, parsed) =>
    parsed(null, body),
  );
}
