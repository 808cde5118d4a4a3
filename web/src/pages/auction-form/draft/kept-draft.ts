import { stockholmInstant } from '@restvarde/contract/dates';
import type { AuctionDraft, DraftField } from './auction-draft.ts';
import type { DraftLocks } from './draft-locks.ts';
import { mergeDrafts } from './draft-of.ts';

const LIFE_MS = 7 * 86_400_000;

/** What a form keeps. */
export interface DraftToKeep {
  draft: AuctionDraft;
  /** The form as it opened, by which it is told what was written. */
  opened?: AuctionDraft;
  /** It goes with the draft, so that what was sent before a reload is known again (FORM-12). */
  key: string;
}

/** What was found again. */
export interface KeptDraft extends DraftToKeep {
  /** When it was kept, in device time. */
  at: number;
  /** Where it is kept. */
  slot: string;
}

const PREFIX = 'restvarde.draft.';

/** Each form that is open keeps its own: what is saved in one window takes nothing from another. */
export const slotOf = (who: string, key: string) => `${PREFIX}${who}/${key}`;

/**
 * The newest that this person left unsaved here within a week, laid over `opened`, the form as it opens now; null when
 * there is nothing (FORM-11). What was not touched, or may not be written any more, is as it is now. What the form of
 * this `key` has kept itself is not meant.
 */
export function readKeptDraft(
  who: string,
  opened: AuctionDraft,
  locks: DraftLocks,
  key?: string,
): KeptDraft | null {
  dropExpired();
  try {
    // An earlier release had one for all.
    const slots = slotNames().filter((name) => `${name}/`.startsWith(slotOf(who, '')));
    const all = slots.map((slot) => ({ slot, ...JSON.parse(localStorage.getItem(slot) ?? '') }));
    const others = (all as KeptDraft[]).filter((one) => one.key !== key);
    for (const kept of others.toSorted((a, b) => b.at - a.at)) {
      const written = { ...fitted(kept.draft, opened), ...lockedOf(opened, locks) };
      // An earlier release kept no `opened`: all that differs from the form as it is now counts as written.
      const merged = mergeDrafts(fitted(kept.opened ?? opened, opened), written, opened);
      const draft = withTimes(merged, opened);
      if (JSON.stringify(draft) === JSON.stringify(opened)) continue;
      const found_key = typeof kept.key === 'string' ? kept.key : crypto.randomUUID();
      return { at: kept.at, slot: kept.slot, draft, opened, key: found_key };
    }
  } catch {
    // Storage is forbidden, or somebody else has written there.
  }
  return null;
}

/** What nobody came back for within a week leaves the device, of whatever auction and person it was. */
function dropExpired(): void {
  try {
    for (const slot of slotNames()) {
      const age_ms = Date.now() - keptAt(localStorage.getItem(slot));
      if (!(age_ms <= LIFE_MS)) localStorage.removeItem(slot);
    }
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

function slotNames(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
  return keys.filter((key) => key?.startsWith(PREFIX) === true) as string[];
}

/** When it was kept; NaN of what cannot be read. */
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

/** Fields that were kept by a release that had others, or that somebody else has written over. */
function fitted(kept: AuctionDraft, opened: AuctionDraft): AuctionDraft {
  const fields = Object.entries(opened).map(([name, value]) => {
    const written = kept[name as keyof AuctionDraft];
    const fits = Array.isArray(value) ? Array.isArray(written) : typeof written === 'string';
    return [name, fits ? written : value];
  });
  return Object.fromEntries(fields) as AuctionDraft;
}

/** A start that was written, and has passed meanwhile, is refused: the times are those of `opened` then. */
function withTimes(draft: AuctionDraft, opened: AuctionDraft): AuctionDraft {
  const { start_date, start_time, end_date, end_time } = opened;
  if (draft.start_date === start_date && draft.start_time === start_time) return draft;
  const start = stockholmInstant(`${draft.start_date}T${draft.start_time}`).getTime();
  if (!(start < Date.now())) return draft;
  return { ...draft, start_date, start_time, end_date, end_time };
}

/** Keeps a draft; returns whether there was room for it. */
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
    // Storage is forbidden: nothing was kept.
  }
}
