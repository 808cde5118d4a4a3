import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/auctions/collection';
import type { Deregistration } from '@restvarde/contract/auctions/deregistration';
import { showCode } from '@restvarde/contract/auctions/release-code';
import { type WinnerStep, winnerSteps } from '@restvarde/contract/auctions/winner-steps';
import { stockholmDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { formatDateTime } from '../../ui/format/dates.ts';

type Won = Pick<AuctionCard, 'end_dt' | 'winner_notified_at' | 'collection' | 'deregistration'>;

/** The winner's needs and next steps, as shown on the card of a won auction (LIST-6). */
export function wonRows(won: Won): WinnerStep[] {
  const { collection, deregistration } = won;
  if (collection?.state === 'undone') {
    return [{ what: 'Köpet är hävt', when: '' }, ...storageRow(collection)];
  }
  return [
    ...(collection === null ? [] : [...collectionRows(collection), ...storageRow(collection)]),
    ...winnerSteps(won, collection),
    ...deregistrationRow(deregistration),
  ];
}

/** The release code and the booked time, or the time of the handover (PICK-2, PICK-4, PICK-5). */
function collectionRows({ handed_over_at, release_code, booked_dt }: Collection): WinnerStep[] {
  if (handed_over_at !== null) {
    return [{ what: 'Utlämnat', when: stockholmDate(new Date(handed_over_at)) }];
  }
  const when = release_code === null ? 'efter betalning' : showCode(release_code);
  const code = { what: 'Kod för utlämning', when };
  return booked_dt === null
    ? [code]
    : [code, { what: 'Bokad tid', when: formatDateTime(booked_dt) }];
}

/** «Lagring 3 dygn: 3 000 kr», once there is a fee (PICK-6). */
const storageRow = ({ storage_days, storage_cost }: Collection): WinnerStep[] =>
  storage_days === 0
    ? []
    : [{ what: `Lagring ${storage_days} dygn`, when: `${formatKronor(storage_cost)} exkl. moms` }];

function deregistrationRow(deregistration: Deregistration | null): WinnerStep[] {
  if (deregistration === null || deregistration.state === 'waived') return [];
  const { state, due_date, returned_reason } = deregistration;
  const due = { what: 'Avregistrera senast', when: due_date };
  if (state === 'awaiting') return [due];
  if (state === 'returned') return [due, { what: 'Kompletteras', when: returned_reason ?? '' }];
  return [{ what: 'Avregistrering', when: state === 'approved' ? 'Godkänt' : 'Inskickat' }];
}
