import { photoType } from '@restvarde/contract/media';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/domain-error.ts';
import { type Media, WINDOW_S } from './media.ts';

interface Address {
  Params: { key: string; name: string };
  Querystring: { e?: string; s?: string; view?: string };
}

const SANDBOX = "default-src 'none'; sandbox";

/**
 * Serves stored files at their signed addresses: pictures inline, documents as attachments, and with `view` a photo
 * inline (MEDIA-1, 2). A PDF is never inline: some browsers' viewers run its scripts.
 */
export function mediaRoutes(app: FastifyInstance, media: Media): void {
  app.get<Address>('/media/:key/:name', async (request, reply) => {
    const { key, name } = request.params;
    const { e = '', s = '' } = request.query;
    const isImage = /^i[0-9a-f]{32}$/.test(key) && /^[a-z_0-9]+\.webp$/.test(name);
    const isDocument = /^d[0-9a-f]{32}$/.test(key);
    const file = isImage || isDocument ? await media.open(key, name, String(e), String(s)) : null;
    if (!file) throw refuse.notFound();
    const photo = isDocument && request.query.view !== undefined ? photoType(name) : null;
    reply
      // Documents are opened seldom, and must not stay in a browser's cache (ASVS 14.3.2).
      .header('cache-control', isImage ? `private, max-age=${WINDOW_S}` : 'no-store')
      .header('content-security-policy', SANDBOX)
      .type(photo ?? (isImage ? 'image/webp' : 'application/octet-stream'));
    if (isDocument) reply.header('content-disposition', disposition(name, photo !== null));
    return reply.send(file);
  });
}

/** RFC 6266: the full name for browsers, and an ASCII one for the rest. */
function disposition(name: string, isInline: boolean): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
