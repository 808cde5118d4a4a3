import type { FastifyInstance } from 'fastify';

/** Reads each body of a scope as text of at most `bodyLimit` bytes, whatever its content type is. */
export function acceptText(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, parsed) =>
    parsed(null, body),
  );
}
