import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { may } from '../roles.ts';

/** The refusal before the auction has ended (PROOF-1). */
export const PROOF_NOT_ENDED = 'Underlaget finns när auktionen är avslutad.';

/** What happened in a sale, chained and signed, as JSON (PROOF-2). */
export const getProofJson = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/proof.json',
  summary: 'Underlag, signerat',
  may: may.manageAuctions,
  params: idParams,
  download: { name: 'underlag.json', type: 'application/json' },
});

/** What happened in a sale, as a PDF to read and to file (PROOF-8). */
export const getProofPdf = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/proof.pdf',
  summary: 'Underlag som PDF',
  may: may.manageAuctions,
  params: idParams,
  download: { name: 'underlag.pdf', type: 'application/pdf' },
});
