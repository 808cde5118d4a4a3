import { viewedType } from '@restvarde/contract/media';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/domain-error.ts';
import { type Media, WINDOW_S } from './media.ts';

interface Address {
  Params: { key: string; name: string };
  Querystring: { e?: string; s?: string; view?: string };
}

const ALONE = "default-src 'none'; sandbox";
/** The browser's own viewer of a PDF works in no sandbox; it runs no script of ours, nor any that is in the file. */
const IN_VIEWER =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";

/**
 * Serves stored files at their signed addresses: pictures inline, documents as attachments, or with `view` as what a
 * page of ours shows (MEDIA-1, 2).
 */
export function mediaRoutes(app: FastifyInstance, media: Media): void {
  app.get<Address>('/media/:key/:name', async (request, reply) => {
    const { key, name } = request.params;
    const { e = '', s = '' } = request.query;
    const isImage = /^i[0-9a-f]{32}$/.test(key) && /^[a-z_0-9]+\.webp$/.test(name);
    const isDocument = /^d[0-9a-f]{32}$/.test(key);
    const file = isImage || isDocument ? await media.open(key, name, String(e), String(s)) : null;
    if (!file) throw refuse.notFound();
    const viewed = isDocument && request.query.view !== undefined ? viewedType(name) : null;
    reply
      // A document is opened seldom, and may hold what nobody should find in a browser's folder (ASVS 14.3.2).
      .header('cache-control', isImage ? `private, max-age=${WINDOW_S}` : 'no-store')
      .header('content-security-policy', viewed === 'application/pdf' ? IN_VIEWER : ALONE)
      .type(viewed ?? (isImage ? 'image/webp' : 'application/octet-stream'));
    if (isDocument) reply.header('content-disposition', disposition(name, viewed !== null));
    return reply.send(file);
  });
}

/** RFC 6266, with the name in full for browsers and in ASCII for the rest. */
function disposition(name: string, isViewed: boolean): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `${isViewed ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
