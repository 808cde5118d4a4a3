import { type RawBuilder, sql } from 'kysely';
import { type AuctionTable, and, type Condition, type Source } from '../access/visibility.ts';

/** Rows in the order of one index, and their sort value. */
export interface IndexRange extends Source {
  /** The table on which the company is tested (both for standings). */
  table: AuctionTable;
  key: RawBuilder<unknown>;
  /** The auction's id in the key's table: one index has both. */
  id: RawBuilder<unknown>;
}

/**
 * A segment of a list: its ranges merged in order of key and id. A list is its segments in sequence, so that no
 * sort needs an expression without an index.
 */
export interface Segment {
  ranges: IndexRange[];
  direction: 'asc' | 'desc';
  /** The type that the key of a cursor is cast to. */
  type: 'timestamptz' | 'text' | 'integer';
}

/** The sort value of rows, with its index. */
export type SortKey = Pick<IndexRange, 'table' | 'key' | 'id' | 'scan'>;

/** The source, restricted to rows that also meet these conditions. */
export const within = (source: Source, ...conditions: Condition[]): Source => ({
  ...source,
  where: and([source.where, ...conditions]),
});

export const standingKey = (key: RawBuilder<unknown>): SortKey => ({
  table: 'standings',
  key,
  id: sql`s.auction_id`,
});
export const auctionKey = (key: RawBuilder<unknown>): SortKey => ({
  table: 'auctions',
  key,
  id: sql`a.id`,
});
export const HIGHEST = standingKey(sql`s.highest_bid`);
