import type { Database } from '../src/db/pool.ts';
import { type Bidder, makeBidder } from './bidders.ts';
import { type AuctionValues, makeAuction, makeCompany, makeStaff } from './factories.ts';
import type { Answer, TestNode } from './test-node.ts';

/** A selling company, its case manager, and two of its workshops. */
export interface Seller {
  company: number;
  manager: number;
  ada: Bidder;
  bo: Bidder;
  /** Creates an auction of the manager, active for a day by default. */
  makeOpen(values?: Partial<AuctionValues>): Promise<number>;
  /** Places these bids by Ada and Bo in turn. */
  bidByTurns(auction: number, amounts: number[]): Promise<void>;
  /** Posts an action on an auction, by default as the manager. */
  act(auction: number, path: string, body?: object, user?: number): Promise<Answer>;
  /** Reads an auction as a user. */
  see(user: number, auction: number): Promise<Answer['body']>;
}

/** Creates the data that tests of auctions start from. `values` are columns of the company. */
export async function makeSeller(
  node: TestNode,
  values?: Parameters<typeof makeCompany>[1],
): Promise<Seller> {
  const { db } = node.context.pool;
  const company = await makeCompany(db, values);
  const manager = await makeStaff(db, company);
  const [ada, bo] = [await makeBidder(node, company), await makeBidder(node, company)];
  return {
    company,
    manager,
    ada,
    bo,
    makeOpen: (given) => makeAuction(db, { company, creator: manager, ...given }),
    async bidByTurns(auction, amounts) {
      for (const [index, amount] of amounts.entries()) {
        await (index % 2 ? bo : ada).place(auction, amount);
      }
    },
    act: (auction, path, body = {}, user = manager) =>
      node.call(user, 'POST', `/api/auctions/${auction}/${path}`, body),
    see: async (user, auction) => (await node.call(user, 'GET', `/api/auctions/${auction}`)).body,
  };
}

/** Nord with an admin and a case manager, and Väst with an admin, for tests of permissions across companies. */
export async function makeTwoCompanies(db: Database) {
  const nord = await makeCompany(db, { name: 'Nord' });
  const vast = await makeCompany(db, { name: 'Väst' });
  return {
    nord,
    vast,
    /** The superuser. */
    root: await makeStaff(db, null, 30),
    admin: await makeStaff(db, nord, 30),
    manager: await makeStaff(db, nord),
    /** Väst's admin. */
    rival: await makeStaff(db, vast, 30),
  };
}
