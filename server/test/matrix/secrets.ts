import { AUCTIONS, type AuctionObject, leader } from './auction-objects.ts';
import { isSeen, mayHandOver } from './auction-rules.ts';
import type { PersonName } from './callers.ts';
import { type Caller, type CompanyName, isStaff, isSuperuser, PEOPLE } from './callers.ts';
import { claimOf, emailOf, externalIdOf, markOf, nameOfStation } from './world.ts';

/** A unique text, and who may read it. */
export interface Secret {
  text: string;
  about: string;
  isKnownTo(caller: Caller): boolean;
}

const belongsTo = (caller: Caller, company: CompanyName | null) =>
  isSuperuser(caller) || (company !== null && caller.company === company);
const isStaffOf = (caller: Caller, company: CompanyName | null) =>
  isSuperuser(caller) || (isStaff(caller) && caller.company === company);
const isAdminOf = (caller: Caller, company: CompanyName | null) =>
  isSuperuser(caller) || (caller.kind === 'company admin' && caller.company === company);

function secretsOf(auction: AuctionObject): Secret[] {
  const { name, company } = auction;
  const secrets: Secret[] = [
    {
      text: markOf(auction),
      about: `«${name}» itself (ROLE-15, ROLE-17, PICK-7)`,
      isKnownTo: (caller) => isSeen(caller, auction) || mayHandOver(caller, auction),
    },
  ];
  for (const text of [externalIdOf(auction), claimOf(auction)]) {
    secrets.push({
      text,
      about: `how the claims system calls «${name}» (FEED-5)`,
      isKnownTo: (caller) => isStaffOf(caller, company),
    });
  }
  if (auction.hidden_reserve) {
    secrets.push({
      text: String(auction.reserve),
      about: `the reserve of «${name}» (AUC-14)`,
      isKnownTo: (caller) => isStaffOf(caller, company),
    });
  }
  for (const bid of auction.sealed ? auction.bids : []) {
    secrets.push({
      text: String(bid.amount),
      about: `the bid of ${bid.by} on «${name}» (AUC-13)`,
      isKnownTo: (caller) => isStaffOf(caller, company) || caller.as === bid.by,
    });
  }
  return secrets;
}

/**
 * Creators of auctions are named to their company's staff (ROLE-10), winners to the seller's staff (PICK-17); others to
 * those who manage staff.
 */
function secretsAbout(person: PersonName): Secret[] {
  const { company, role } = PEOPLE[person];
  const isThere = person !== 'removed';
  const buysFrom = (caller: Caller) =>
    AUCTIONS.some(
      (auction) =>
        isStaffOf(caller, auction.company) &&
        auction.winner !== 'none' &&
        leader(auction)?.by === person,
    );
  const isCreator = person === 'manager' || person === 'other manager';
  const address: Secret = {
    text: emailOf(person),
    about: `the address of ${person} (ROLE-10, ROLE-16, PICK-17)`,
    isKnownTo: (caller) =>
      isThere &&
      (caller.as === person ||
        (isCreator ? isStaffOf(caller, company) : isAdminOf(caller, company)) ||
        buysFrom(caller)),
  };
  if (role !== 10) return [address];
  const bidAt = (caller: Caller) =>
    isStaff(caller) &&
    AUCTIONS.some(
      (auction) =>
        auction.company === caller.company &&
        isSeen(caller, auction) &&
        auction.bids.some(({ by }) => by === person),
    );
  const collectsAt = (caller: Caller) =>
    caller.is_yard === true &&
    AUCTIONS.some((auction) => mayHandOver(caller, auction) && leader(auction)?.by === person);
  return [
    address,
    {
      text: nameOfStation(person),
      about: `the station ${person} (AUC-4, ROLE-16, PICK-7)`,
      isKnownTo: (caller) =>
        isThere &&
        (caller.as === person ||
          isSuperuser(caller) ||
          caller.kind === 'company admin' ||
          bidAt(caller) ||
          collectsAt(caller)),
    },
  ];
}

const ofCompanies = (['Nord', 'Väst'] as const).flatMap((company): Secret[] => [
  ...[`slut-${company}@`, `dag-${company}@`, `${company.toUpperCase()}NUMMER`].map((text) => ({
    text,
    about: `the rules of ${company} (SET-1)`,
    isKnownTo: (caller: Caller) => isStaffOf(caller, company),
  })),
  ...[`Egen-kategori-${company}`, `Plats-${company}`].map((text) => ({
    text,
    about: `what ${company} calls its own (DATA-1)`,
    isKnownTo: (caller: Caller) => belongsTo(caller, company),
  })),
]);

/** All secrets of the world. */
export const SECRETS: Secret[] = [
  ...AUCTIONS.filter(({ state }) => state !== 'never').flatMap(secretsOf),
  ...(Object.keys(PEOPLE) as PersonName[]).flatMap(secretsAbout),
  ...ofCompanies,
];
