import type { CompanyName } from './callers.ts';

export type Workshop = 'cars' | 'bikes' | 'all' | 'rival' | 'removed';

/** The facts of an auction that rules depend on. */
export interface AuctionObject {
  name: string;
  company: CompanyName;
  state: 'upcoming' | 'active' | 'ended' | 'deleted' | 'never';
  /** Its category; cars by default. */
  sells: 'cars' | 'bikes';
  is_global: boolean;
  sealed: boolean;
  start_bid: number;
  reserve: number | null;
  hidden_reserve: boolean;
  /** In order; their ids count from 1. */
  bids: { by: Workshop; amount: number }[];
  watchers: Workshop[];
  /** The outcome of its highest bid. */
  winner: 'none' | 'chosen' | 'notified';
  /** Stored at the yard of Nord (PICK-7). */
  at_yard: boolean;
  /** The open offer to its highest bidder; null without one. */
  offer: number | null;
}

type Given = Pick<AuctionObject, 'name' | 'company' | 'state'> & Partial<AuctionObject>;

const auction = (given: Given): AuctionObject => ({
  sells: 'cars',
  is_global: false,
  sealed: false,
  start_bid: 1_000,
  reserve: null,
  hidden_reserve: false,
  bids: [],
  watchers: [],
  winner: 'none',
  at_yard: false,
  offer: null,
  ...given,
});

/** Amounts of sealed bids and hidden reserves are unique, so that a leak is recognised. */
export const AUCTIONS: AuctionObject[] = (
  [
    { name: 'own, upcoming', company: 'Nord', state: 'upcoming' },
    { name: 'own, active', company: 'Nord', state: 'active' },
    {
      name: 'own, active, with bids',
      company: 'Nord',
      state: 'active',
      reserve: 52_000,
      bids: [
        { by: 'removed', amount: 50_500 },
        { by: 'cars', amount: 51_000 },
        { by: 'all', amount: 52_000 },
      ],
      watchers: ['bikes'],
    },
    {
      name: 'own, active, sealed',
      company: 'Nord',
      state: 'active',
      sealed: true,
      reserve: 777_001,
      hidden_reserve: true,
      bids: [
        { by: 'cars', amount: 610_011 },
        { by: 'all', amount: 620_022 },
      ],
    },
    {
      name: 'own, active, hidden reserve',
      company: 'Nord',
      state: 'active',
      reserve: 777_002,
      hidden_reserve: true,
      bids: [{ by: 'all', amount: 40_000 }],
    },
    { name: 'own, active, bikes', company: 'Nord', state: 'active', sells: 'bikes' },
    { name: 'own, active, global', company: 'Nord', state: 'active', is_global: true },
    { name: 'own, ended', company: 'Nord', state: 'ended' },
    {
      name: 'own, ended, with bids and no winner',
      company: 'Nord',
      state: 'ended',
      reserve: 99_000,
      bids: [
        { by: 'all', amount: 20_000 },
        { by: 'cars', amount: 21_000 },
      ],
      offer: 30_000,
      at_yard: true,
    },
    {
      name: 'own, ended, with a winner',
      company: 'Nord',
      state: 'ended',
      bids: [
        { by: 'all', amount: 30_000 },
        { by: 'removed', amount: 30_500 },
        { by: 'cars', amount: 31_000 },
      ],
      winner: 'chosen',
    },
    {
      name: 'own, ended, with a notified winner',
      company: 'Nord',
      state: 'ended',
      bids: [
        { by: 'all', amount: 33_000 },
        { by: 'cars', amount: 34_000 },
      ],
      winner: 'notified',
      at_yard: true,
    },
    {
      name: 'own, ended, sealed, with a notified winner',
      company: 'Nord',
      state: 'ended',
      sealed: true,
      bids: [
        { by: 'all', amount: 630_033 },
        { by: 'cars', amount: 640_044 },
      ],
      winner: 'notified',
      at_yard: true,
    },
    {
      name: 'own, ended, sealed, with a winner',
      company: 'Nord',
      state: 'ended',
      sealed: true,
      reserve: 777_003,
      hidden_reserve: true,
      bids: [
        { by: 'cars', amount: 670_077 },
        { by: 'all', amount: 780_088 },
      ],
      watchers: ['bikes'],
      winner: 'chosen',
    },
    { name: 'own, ended, watched', company: 'Nord', state: 'ended', watchers: ['cars', 'rival'] },
    {
      name: 'own, ended, of a workshop that dealt in it',
      company: 'Nord',
      state: 'ended',
      bids: [{ by: 'bikes', amount: 9_000 }],
      winner: 'chosen',
    },
    {
      name: 'own, ended, global, with a bid from Väst',
      company: 'Nord',
      state: 'ended',
      is_global: true,
      reserve: 20_000,
      bids: [{ by: 'rival', amount: 12_000 }],
    },
    {
      name: 'own, deleted',
      company: 'Nord',
      state: 'deleted',
      bids: [{ by: 'cars', amount: 15_000 }],
      watchers: ['cars'],
    },
    { name: 'other’s, upcoming', company: 'Väst', state: 'upcoming', is_global: true },
    { name: 'other’s, active', company: 'Väst', state: 'active' },
    { name: 'other’s, active, global', company: 'Väst', state: 'active', is_global: true },
    {
      name: 'other’s, active, global, sealed',
      company: 'Väst',
      state: 'active',
      is_global: true,
      sealed: true,
      bids: [
        { by: 'cars', amount: 650_055 },
        { by: 'rival', amount: 660_066 },
      ],
    },
    {
      name: 'other’s, active, sealed, no longer global, with a bid from Nord',
      company: 'Väst',
      state: 'active',
      sells: 'bikes',
      sealed: true,
      bids: [{ by: 'cars', amount: 690_099 }],
      watchers: ['all'],
    },
    { name: 'other’s, ended', company: 'Väst', state: 'ended' },
    {
      name: 'other’s, ended, no longer global, watched from Nord',
      company: 'Väst',
      state: 'ended',
      watchers: ['cars'],
    },
    {
      name: 'other’s, ended, global, with a bid from Nord',
      company: 'Väst',
      state: 'ended',
      is_global: true,
      bids: [{ by: 'cars', amount: 17_000 }],
      winner: 'notified',
    },
    { name: 'other’s, deleted', company: 'Väst', state: 'deleted', is_global: true },
    { name: 'never existed', company: 'Nord', state: 'never' },
  ] satisfies Given[]
).map(auction);

/** The highest bid, the only one that can win; null without bids. */
export const leader = ({ bids }: AuctionObject) => bids.at(-1) ?? null;
