/** Rules for vehicles sold for dismantling (AUC-17, DISM-3). */
export const FOR_DISMANTLING = 'DISASSEMBLY';

/** Who may see and bid on a company's auctions for dismantling (DISM-3). */
export const DISMANTLING_BIDDERS = ['all', 'authorised_bid', 'authorised_only'] as const;

export type DismantlingBidders = (typeof DISMANTLING_BIDDERS)[number];

/** DISM-3, DISM-5. */
export const DISMANTLING_SENTENCE = {
  toAuthorised: 'Bara auktoriserade bilskrotare får bjuda.',
  required: 'Bara auktoriserade bilskrotare får bjuda på objekt för demontering.',
  reason: 'Ange varför en verkstad utan gällande auktorisation väljs.',
} as const;

/** True if only authorised dismantlers may bid on the auction (DISM-3). */
export function takesDismantlersOnly(auction: {
  damage_condition: string;
  dismantling_bidders: DismantlingBidders;
}): boolean {
  return auction.damage_condition === FOR_DISMANTLING && auction.dismantling_bidders !== 'all';
}
