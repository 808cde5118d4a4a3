import { stockholmInstant } from '@restvarde/contract/dates';
import type { AuctionDraft, DraftField } from './auction-draft.ts';
import type { DraftLocks } from './draft-locks.ts';
import { mergeDrafts } from './draft-of.ts';

const LIFE_MS = 7 * 86_400_000;

/** The stored part of a form. */
export interface DraftToKeep {
  draft: AuctionDraft;
  /** The form's initial values, which show what was changed. */
  opened?: AuctionDraft;
  /** The Idempotency-Key, stored so that a request sent before a reload is recognised (FORM-12). */
  key: string;
}

/** A restored draft. */
export interface KeptDraft extends DraftToKeep {
  /** When it was stored, in device time. */
  at: number;
  /** Its storage key. */
  slot: string;
}

const PREFIX = 'restvarde.draft.';

/**
 * The storage key of a draft. Each open form has its own, so that saving in one window keeps the drafts of others.
 */
export const slotOf = (who: string, key: string) => `${PREFIX}${who}/${key}`;

/**
 * Returns the newest draft that this user left here within a week, applied to `opened`, the form's values now; null
 * if there is none (FORM-11). Unchanged fields, and fields that are locked now, have their current values. Ignores
 * the draft of this form itself (`key`).
 */
export function readKeptDraft(
  who: string,
  opened: AuctionDraft,
  locks: DraftLocks,
  key?: string,
): KeptDraft | null {
  dropExpired();
  try {
    // An earlier release had one key for all forms.
    const slots = slotNames().filter((name) => `${name}/`.startsWith(slotOf(who, '')));
    const all = slots.map((slot) => ({ slot, ...JSON.parse(localStorage.getItem(slot) ?? '') }));
    const others = (all as KeptDraft[]).filter((one) => one.key !== key);
    for (const kept of others.toSorted((a, b) => b.at - a.at)) {
      const written = { ...fitted(kept.draft, opened), ...lockedOf(opened, locks) };
      // An earlier release stored no `opened`: every difference from the current values counts as a change.
      const merged = mergeDrafts(fitted(kept.opened ?? opened, opened), written, opened);
      const draft = withTimes(merged, opened);
      if (JSON.stringify(draft) === JSON.stringify(opened)) continue;
      const found_key = typeof kept.key === 'string' ? kept.key : crypto.randomUUID();
      return { at: kept.at, slot: kept.slot, draft, opened, key: found_key };
    }
  } catch {
    // Storage is blocked, or holds an invalid value.
  }
  return null;
}

/** Removes all drafts older than a week, of any auction and user. */
function dropExpired(): void {
  try {
    for (const slot of slotNames()) {
      const age_ms = Date.now() - keptAt(localStorage.getItem(slot));
      if (!(age_ms <= LIFE_MS)) localStorage.removeItem(slot);
    }
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

function slotNames(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
  return keys.filter((key) => key?.startsWith(PREFIX) === true) as string[];
}

/** When it was stored; NaN if it cannot be read. */
function keptAt(text: string | null): number {
  try {
    return Number((JSON.parse(text ?? 'null') as KeptDraft | null)?.at);
  } catch {
    return Number.NaN;
  }
}

function lockedOf(opened: AuctionDraft, locks: DraftLocks): Partial<AuctionDraft> {
  const isLocked = (name: string) => locks[name as DraftField]?.isDisabled === true;
  return Object.fromEntries(Object.entries(opened).filter(([name]) => isLocked(name)));
}

/** Fits a stored draft to the current fields: another release may have had others, or the value may be corrupt. */
function fitted(kept: AuctionDraft, opened: AuctionDraft): AuctionDraft {
  const fields = Object.entries(opened).map(([name, value]) => {
    const written = kept[name as keyof AuctionDraft];
    const fits = Array.isArray(value) ? Array.isArray(written) : typeof written === 'string';
    return [name, fits ? written : value];
  });
  return Object.fromEntries(fields) as AuctionDraft;
}

/** Restores the times of `opened` if the draft's start has passed, since the server refuses that. */
function withTimes(draft: AuctionDraft, opened: AuctionDraft): AuctionDraft {
  const { start_date, start_time, end_date, end_time } = opened;
  if (draft.start_date === start_date && draft.start_time === start_time) return draft;
  const start = stockholmInstant(`${draft.start_date}T${draft.start_time}`).getTime();
  if (!(start < Date.now())) return draft;
  return { ...draft, start_date, start_time, end_date, end_time };
}

/** Stores a draft. Returns whether that succeeded. */
export function keepDraft(who: string, what: DraftToKeep): boolean {
  try {
    localStorage.setItem(slotOf(who, what.key), JSON.stringify({ at: Date.now(), ...what }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(slot: string): void {
  try {
    localStorage.removeItem(slot);
  } catch {
    // Storage is blocked or full.
  }
}
