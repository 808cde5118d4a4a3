import { stockholmDate } from '@restvarde/contract/dates';
import { encodeForm } from '../../forms.ts';
import { isSeen, isSold, isWonBy } from '../auction-rules.ts';
import { type Cell, row } from '../cells.ts';
import { ON_AUCTIONS } from '../objects.ts';

const staffOnly = { by: 'case manager', on: ON_AUCTIONS } as const;

export const DEREGISTRATION_ROWS: Cell[][] = [
  row({
    call: 'POST /api/auctions/:id/deregistration',
    rules: 'ROLE-11, GEN-5, DISM-8',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: isWonBy,
    answers: () => 200,
    send: () =>
      encodeForm({
        kind: 'certificate',
        date: stockholmDate(new Date()),
        file: { name: 'intyg.pdf', content: '%PDF-1.7' },
      }),
  }),
  ...(['approve', 'return', 'waive'] as const).map((act) =>
    row({
      ...staffOnly,
      call: `POST /api/auctions/:id/deregistration/${act}`,
      rules: 'ROLE-9, DISM-9',
      sees: isSeen,
      // Nothing has been sent.
      answers: (_caller, auction) => (act === 'waive' && isSold(auction) ? 200 : 400),
      send: () => ({ body: act === 'approve' ? undefined : { reason: 'Är avregistrerad' } }),
    }),
  ),
];
