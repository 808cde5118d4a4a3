import type { SaleStatus } from './sale.ts';

/** The outcome of an ended auction, for staff (AUC-19). */
export const SALE_OUTCOMES = ['undecided', 'sold', 'unsold'] as const;

export type SaleOutcome = (typeof SALE_OUTCOMES)[number];

export const OUTCOME_LABEL: Record<SaleOutcome, string> = {
  undecided: 'Att avgöra',
  sold: 'Såld',
  unsold: 'Ej såld',
};

/** The outcome of an ended auction by its `sale_status` for staff, which is null without bids. */
export function outcomeOf(sale_status: SaleStatus | null): SaleOutcome {
  if (sale_status === 'won') return 'sold';
  return sale_status === 'pending' ? 'undecided' : 'unsold';
}
