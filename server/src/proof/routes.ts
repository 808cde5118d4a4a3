import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { getProofJson, getProofPdf } from '@restvarde/contract/auctions/proof';
import type { Viewer } from '@restvarde/contract/roles';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { asProduct } from '../db/as-viewer.ts';
import { route } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { makeProof, type Proof } from './make-proof.ts';
import { readProofKeys } from './proof-key.ts';

const VERIFIER = new URL('./verify-proof.mjs', import.meta.url);

/** The main picture as a JPEG; null if there is none. */
async function readCover({ pool, media }: AppContext, auction: number): Promise<Buffer | null> {
  const image = await asProduct(() =>
    pool.db
      .selectFrom('auction_images')
      .select('key')
      .where('auction_id', '=', auction)
      .orderBy('position')
      .orderBy('id')
      .executeTakeFirst(),
  );
  return image ? media.forEmails.cover(image.key) : null;
}

/** Proofs of sales, the public keys that signed them, and the verifier (PROOF). */
export function proofRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool } = context;
  const take = async (viewer: Viewer, id: number): Promise<Proof> => {
    const proof = await makeProof(context, viewer, id);
    const { id: company_id } = proof.auction.company as { id: number };
    const details = { list: 'proof' } as const;
    await recordEvent(pool.db, viewer, { kind: 'export_taken', company_id, details });
    return proof;
  };
  route(app, context, getProofJson, async ({ viewer, params }) =>
    Readable.from([JSON.stringify(await take(viewer, params.id), null, 1)]),
  );
  route(app, context, getProofPdf, async ({ viewer, params }) => {
    const proof = await take(viewer, params.id);
    // Imported on demand: the PDF library is large and rarely used.
    const { drawProof } = await import('./draw-proof.ts');
    return Readable.from([
      Buffer.from(await drawProof(proof, await readCover(context, params.id))),
    ]);
  });
  app.get('/.well-known/restvarde-proof-keys', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(await readProofKeys(pool.db))),
  );
  app.get('/verify-proof.mjs', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(VERIFIER)),
  );
}
