import { setTimeout as pause } from 'node:timers/promises';
import { between, pick, type Random } from '../../demo/src/random.ts';
import { now } from './bidding-clients.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { ProxiedNode } from './proxied-nodes.ts';

/** A fault of a node, its connection to the database, or the database. */
export type Fault =
  /** The node is killed and restarted. */
  | 'kill'
  /** The node is paused with its connections open. */
  | 'freeze'
  /** Its database connections are cut and refused. */
  | 'cut'
  /** Nothing passes its database connections; data arrives later. */
  | 'stall'
  /** Connections are dead for ever without an error. */
  | 'forget'
  /** Data is delayed. */
  | 'delay'
  /** PostgreSQL is killed and recovers. */
  | 'database'
  /** The database's clock is two hours ahead or half an hour behind. */
  | 'clock'
  /** The database's disk is full. */
  | 'disk';

/** An injected fault; times are by the clients' clock. */
export interface InjectedFault {
  fault: Fault;
  from: number;
  /** The time of recovery, as far as it is known. */
  to: number;
  /** The affected node's address; null for all. */
  address: string | null;
  /** Auctions closed before their end during the fault. */
  early: number[];
}

/** Tools to inject faults. */
export interface FaultTools {
  nodes: ProxiedNode[];
  random: Random;
  killDatabase?: () => Promise<void>;
  clock?: DatabaseClock;
  /** Fills the disk; returns a function that frees it. */
  fillDisk?: () => Promise<() => Promise<void>>;
}

/** How long a pause or a disturbance lasts. */
const FAULT_MS = [500, 3_000] as const;
const DELAY_MS = [20, 250] as const;
const AHEAD_S = 7_200;
const BEHIND_S = -1_800;

/** Injects a fault. Returns when it is over. */
export async function injectFault(fault: Fault, tools: FaultTools): Promise<InjectedFault> {
  const { random, killDatabase, clock, fillDisk } = tools;
  const { node, proxy, address } = pick(random, tools.nodes);
  const faultMs = between(random, ...FAULT_MS);
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
      await pause(faultMs);
      node.thaw();
      break;
    case 'cut':
      await proxy.cut();
      await pause(faultMs);
      await proxy.restore();
      break;
    case 'stall':
      proxy.stall();
      await pause(faultMs);
      await proxy.restore();
      break;
    case 'delay':
      proxy.delay(lateMs);
      await pause(faultMs);
      await proxy.restore();
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
      await pause(faultMs);
      early = await clock!.closedEarly();
      await clock!.jump(0);
      break;
    case 'disk': {
      hit = null;
      const free = await fillDisk!();
      await pause(faultMs);
      await free();
    }
  }
  return { fault, from, to: now(), address: hit, early };
}
