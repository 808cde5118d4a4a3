import { stockholmInstant } from '@restvarde/contract/dates';
import type { AuctionDraft } from './auction-draft.ts';

const LIFE_MS = 7 * 86_400_000;

export interface KeptDraft {
  /** When it was kept, in device time. */
  at: number;
  draft: AuctionDraft;
  /** It goes with the draft, so that what was sent before a reload is known again (FORM-12). */
  key: string;
}

const keyOf = (who: string) => `restvarde.draft.${who}`;

/** The text of an unsaved auction that this person left here within a week; null when there is none (FORM-11). */
export function readKeptDraft(who: string, fresh: AuctionDraft): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(who)) ?? 'null') as KeptDraft | null;
    if (kept === null || Date.now() - kept.at > LIFE_MS) return null;
    const draft = Object.fromEntries(
      Object.entries(fresh).map(([name, value]) => {
        const written = kept.draft[name as keyof AuctionDraft];
        const fits = Array.isArray(value) ? Array.isArray(written) : typeof written === 'string';
        return [name, fits ? written : value];
      }),
    );
    return {
      at: kept.at,
      draft: withTimes(draft as unknown as AuctionDraft, fresh),
      key: typeof kept.key === 'string' ? kept.key : crypto.randomUUID(),
    };
  } catch {
    return null;
  }
}

/** A start that has passed meanwhile is refused: the times are those of a new form then. */
function withTimes(draft: AuctionDraft, fresh: AuctionDraft): AuctionDraft {
  const start = stockholmInstant(`${draft.start_date}T${draft.start_time}`).getTime();
  if (!(start < Date.now())) return draft;
  const { start_date, start_time, end_date, end_time } = fresh;
  return { ...draft, start_date, start_time, end_date, end_time };
}

/** Keeps a draft; returns whether there was room for it. */
export function keepDraft(who: string, draft: AuctionDraft, key: string): boolean {
  try {
    const kept: KeptDraft = { at: Date.now(), draft, key };
    localStorage.setItem(keyOf(who), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(who: string): void {
  try {
    localStorage.removeItem(keyOf(who));
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}
