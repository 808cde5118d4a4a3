import * as z from 'zod/mini';
import { auction } from '../auctions/auction.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParams, requiredLines, text } from '../fields.ts';
import { DOCUMENT_MAX_BYTES } from '../media.ts';
import { may } from '../roles.ts';
import { CERTIFICATE_KIND_NAMES } from '../sale/deregistration.ts';

const SENTENCE_MAX = 300;

/** DISM-8, DISM-9. */
export const DEREGISTRATION_SENTENCE = {
  kind: 'Du måste välja typ av intyg',
  file: 'Du måste bifoga intyget',
  fileKind: 'Filen kan inte tas emot. Välj pdf, jpg eller png.',
  /** `from` is the day of the auction's end. */
  date: (from: string) => `Ange ett datum mellan ${from} och i dag`,
  isApproved: 'Avregistreringen är redan godkänd.',
  isWaived: 'Säljaren kräver ingen avregistrering av objektet.',
  notFollowed: 'Säljaren följer inte avregistreringen av objektet.',
  nothingSent: 'Inget intyg har skickats in.',
  isReplaced: 'Ett nyare intyg har kommit in. Granska det först.',
  receipt: 'Ett mottagningsbevis avregistrerar inte fordonet. Skrotningsintyget behövs.',
  returnReason: 'Ange vad som saknas',
  waiveReason: 'Ange varför avregistrering inte krävs',
} as const;

/** The certificate as the winner sends it; `file` is sent with it. The server validates its date (DISM-8). */
export const certificateForm = z.object({
  kind: z.enum(CERTIFICATE_KIND_NAMES, DEREGISTRATION_SENTENCE.kind),
  date: z.pipe(
    z.optional(text(40)),
    z.transform((written: string | undefined) => written ?? ''),
  ),
});

export type CertificateForm = z.output<typeof certificateForm>;

const reasoned = (missing: string) => ({ reason: requiredLines(SENTENCE_MAX, missing) });

/** The certificate that was reviewed; the latest one if absent. */
const judged = { certificate_id: z.optional(id) };

/** Sends the certificate: form data, `file` in PDF, JPG or PNG. It replaces an earlier one (DISM-8). */
export const sendCertificate = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/deregistration',
  summary: 'Skicka in avregistreringsintyg',
  may: may.actAsStation,
  params: idParams,
  multipart: { field: 'file', max_bytes: DOCUMENT_MAX_BYTES },
  body: certificateForm,
  reply: auction,
});

/** Approves the reviewed certificate (DISM-9). */
export const approveDeregistration = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/deregistration/approve',
  summary: 'Godkänn avregistrering',
  may: may.manageAuctions,
  params: idParams,
  body: z.object(judged),
  reply: auction,
});

/** Asks the winner for another certificate, by an email that says what is missing (DISM-9). */
export const returnDeregistration = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/deregistration/return',
  summary: 'Be om komplettering av avregistrering',
  may: may.manageAuctions,
  params: idParams,
  body: z.object({ ...reasoned(DEREGISTRATION_SENTENCE.returnReason), ...judged }),
  reply: auction,
});

/** Waives the certificate, which is final (DISM-9). */
export const waiveDeregistration = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/deregistration/waive',
  summary: 'Avregistrering krävs inte',
  may: may.manageAuctions,
  params: idParams,
  body: z.object(reasoned(DEREGISTRATION_SENTENCE.waiveReason)),
  reply: auction,
});
