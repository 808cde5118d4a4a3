import { setTimeout as pause } from 'node:timers/promises';
import { between, pick, type Random } from '../../demo/src/random.ts';
import { now } from './bidding-clients.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { ProxiedNode } from './proxied-nodes.ts';

/** What may happen to a node, to its way to the database, or to the database. */
export type Fault =
  /** The node dies by -9 and is started again. */
  | 'kill'
  /** It stands still, its connections open. */
  | 'freeze'
  /** Its way to the database is cut, and refused. */
  | 'cut'
  /** Nothing passes on it; what was sent arrives later. */
  | 'stall'
  /** What is connected is dead for ever, and nobody is told. */
  | 'forget'
  /** Every piece is late. */
  | 'delay'
  /** PostgreSQL dies by -9; it comes back by itself. */
  | 'database'
  /** Its clock is two hours ahead, or half an hour behind. */
  | 'clock'
  /** Its disk is full. */
  | 'disk';

/** A fault that was made, between two times of the clients' clock. */
export interface Struck {
  fault: Fault;
  from: number;
  /** When all was well again, as far as who made it can tell. */
  to: number;
  /** The address of the node that was struck; null: all. */
  address: string | null;
  /** Auctions that were closed in it before their end. */
  early: number[];
}

/** What faults are made with. */
export interface FaultTools {
  nodes: ProxiedNode[];
  random: Random;
  killDatabase?: () => Promise<void>;
  clock?: DatabaseClock;
  /** Leaves no byte free; returns what gives them back. */
  fillDisk?: () => Promise<() => Promise<void>>;
}

/** How long a node stands still, or its line is harmed. */
const SPELL_MS = [500, 3_000] as const;
const DELAY_MS = [20, 250] as const;
const AHEAD_S = 7_200;
const BEHIND_S = -1_800;

/** Makes a fault, and returns when it is over. */
export async function strike(fault: Fault, tools: FaultTools): Promise<Struck> {
  const { random, killDatabase, clock, fillDisk } = tools;
  const { node, proxy, address } = pick(random, tools.nodes);
  const spellMs = between(random, ...SPELL_MS);
  const lateMs = between(random, ...DELAY_MS);
  const from = now();
  let hit: string | null = address;
  let early: number[] = [];
  switch (fault) {
    case 'kill':
      await node.kill();
      await node.start();
      break;
    case 'freeze':
      node.freeze();
      await pause(spellMs);
      node.thaw();
      break;
    case 'cut':
      await proxy.cut();
      await pause(spellMs);
      await proxy.mend();
      break;
    case 'stall':
      proxy.stall();
      await pause(spellMs);
      await proxy.mend();
      break;
    case 'delay':
      proxy.delay(lateMs);
      await pause(spellMs);
      await proxy.mend();
      break;
    case 'forget':
      proxy.forget();
      break;
    case 'database':
      hit = null;
      await killDatabase!();
      break;
    case 'clock':
      hit = null;
      await clock!.jump(random() < 0.5 ? AHEAD_S : BEHIND_S);
      await pause(spellMs);
      early = await clock!.closedEarly();
      await clock!.jump(0);
      break;
    case 'disk': {
      hit = null;
      const free = await fillDisk!();
      await pause(spellMs);
      await free();
    }
  }
  return { fault, from, to: now(), address: hit, early };
}
