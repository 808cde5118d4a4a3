import { type RawBuilder, sql } from 'kysely';
import { type AuctionTable, and, type Condition, type Source } from '../access/visibility.ts';

/** Rows that one index gives in order, and the value that they are in order by. */
export interface IndexRange extends Source {
  /** Which of the two is asked whose an auction is; of the standings both are. */
  table: AuctionTable;
  key: RawBuilder<unknown>;
  /** The auction's id in the table of the key: one index holds both. */
  id: RawBuilder<unknown>;
}

/**
 * A segment of a list: its ranges merged in order of key and id. A list is its segments one after the
 * other, so that no order by needs an expression that an index cannot serve.
 */
export interface Segment {
  ranges: IndexRange[];
  direction: 'asc' | 'desc';
  /** What the key is cast to when it comes back in a cursor. */
  type: 'timestamptz' | 'text' | 'integer';
}

/** What rows are in order by. */
export type Place = Pick<IndexRange, 'table' | 'key' | 'id' | 'along'>;

/** What of a source meets these conditions too. */
export const within = (source: Source, ...conditions: Condition[]): Source => ({
  ...source,
  where: and([source.where, ...conditions]),
});

export const ofStanding = (key: RawBuilder<unknown>): Place => ({
  table: 'standings',
  key,
  id: sql`s.auction_id`,
});
export const ofFacts = (key: RawBuilder<unknown>): Place => ({
  table: 'auctions',
  key,
  id: sql`a.id`,
});
export const HIGHEST = ofStanding(sql`s.highest_bid`);
