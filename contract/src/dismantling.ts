/** What becomes of a vehicle that is sold for dismantling (AUC-17, DISM-3). */
export const FOR_DISMANTLING = 'DISASSEMBLY';

/** Whom a company lets bid on what it sells for dismantling, and see it (DISM-3). */
export const DISMANTLING_BIDDERS = ['all', 'authorised_bid', 'authorised_only'] as const;

export type DismantlingBidders = (typeof DISMANTLING_BIDDERS)[number];

/** DISM-3, DISM-5. */
export const DISMANTLING_SENTENCE = {
  toAuthorised: 'Endast auktoriserade bilskrotare får buda.',
  required: 'Endast auktoriserade bilskrotare får buda på objekt för demontering.',
  reason: 'Ange varför en verkstad utan gällande auktorisation väljs.',
} as const;

/** Are bids on this auction taken from authorised dismantlers alone (DISM-3)? */
export function takesDismantlersOnly(auction: {
  damage_condition: string;
  dismantling_bidders: DismantlingBidders;
}): boolean {
  return auction.damage_condition === FOR_DISMANTLING && auction.dismantling_bidders !== 'all';
}
