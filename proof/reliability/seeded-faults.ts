import { accepted, CHECKS, type Check, type History, nameOf } from './history.ts';

/** Faults put into a copy of a history, by the check that must find each. */
const SEEDED: Record<Check, (history: History) => void> = {
  'acknowledged bids that are lost': (history) => {
    const [call] = accepted(history);
    history.bids = history.bids.filter((bid) => nameOf(bid) !== nameOf(call!));
  },
  'bids that nobody placed': ({ bids }) => {
    bids.push({ ...bids[0]!, id: 999_999, amount: 999_999_998 });
  },
  'refused bids that are stored': (history) => {
    const stored = new Set(history.bids.map(nameOf));
    const call = history.calls.find((one) => stored.has(nameOf(one)))!;
    history.calls = history.calls.map((one) =>
      one === call ? { ...one, status: 400, sentence: 'Budet är för lågt.' } : one,
    );
  },
  'bids with a lower id than one answered before they were sent': (history) => {
    const calls = new Map(history.calls.map((call) => [nameOf(call), call]));
    for (const early of history.bids) {
      const late = history.bids.find(
        (bid) =>
          bid.auction === early.auction &&
          calls.get(nameOf(early))?.status === 201 &&
          calls.get(nameOf(early))!.returned! < (calls.get(nameOf(bid))?.called ?? 0),
      );
      if (!late) continue;
      const [first, second] = [early.id, late.id];
      history.bids = history.bids.map((bid) =>
        bid === early ? { ...bid, id: second } : bid === late ? { ...bid, id: first } : bid,
      );
      return;
    }
  },
  'refusals that no state of the auction explains': (history) => {
    const auction = history.auctions.find(({ sealed }) => !sealed)!;
    const call = history.calls.find((one) => one.auction === auction.id)!;
    history.calls.push({
      ...call,
      amount: 999_999_997,
      status: 400,
      sentence: 'Budet är för lågt.',
      returned: call.called + 1,
    });
  },
  'auctions past their end that are not closed exactly once': ({ auctions }) => {
    auctions[0] = { ...auctions[0]!, closings: auctions[0]!.closings + 1 };
  },
  'live messages out of order': (history) => {
    history.heard.push({
      ...history.heard[0]!,
      at: '2000-01-01T00:00:00.000Z',
    });
  },
  'open pages that missed a bid': (history) => {
    history.lives.push({ socket: 'deaf', from: 0, to: null });
    history.until = Number.POSITIVE_INFINITY;
  },
  'calls whose key was answered in two ways': ({ calls }) => {
    calls[0] = { ...calls[0]!, also: ['201 null', '400 Budet är för lågt.'] };
  },
};

/** Returns the checks that do not find their fault. */
export function blindChecks(history: History): Check[] {
  return (Object.keys(CHECKS) as Check[]).filter((check) => {
    const copy = { ...history };
    for (const part of ['calls', 'bids', 'auctions', 'heard', 'lives'] as const) {
      Object.assign(copy, { [part]: [...history[part]] });
    }
    const before = CHECKS[check](history).length;
    SEEDED[check](copy);
    return CHECKS[check](copy).length <= before;
  });
}
