import * as z from 'zod/mini';

/** What a document of an auction is, in the order of lists (DMG-7). */
export const DOCUMENT_KINDS = {
  cabas: 'CABAS-kalkyl',
  inspection: 'Besiktning',
  registration: 'Registreringsbevis',
  other: 'Annat',
} as const;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;

export const KIND_NAMES = Object.keys(DOCUMENT_KINDS) as DocumentKind[];

export const documentKind = z.enum(KIND_NAMES);
