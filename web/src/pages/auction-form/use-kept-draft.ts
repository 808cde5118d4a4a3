import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../ui/format/dates.ts';
import type { AuctionDraft, DraftField } from './draft/auction-draft.ts';
import type { DraftLocks } from './draft/draft-locks.ts';
import { mergeDrafts } from './draft/draft-of.ts';
import { dropDraft, type KeptDraft, keepDraft, readKeptDraft, slotOf } from './draft/kept-draft.ts';
import type { DraftForm } from './draft/use-auction-form.ts';

/** The draft is stored this long after the last input. */
const DEBOUNCE_MS = 800;

export interface KeptDraftOptions {
  /** The storage key: the user, and the form's subject. */
  who: string;
  /** The form's initial values, or those last saved. */
  opened: AuctionDraft;
  form: DraftForm;
  locks: DraftLocks;
}

/**
 * Stores what is typed, so that it survives a reload, a crash or the end of a session (FORM-11). A restored draft is
 * kept beside the new one until the user decides on it.
 */
export function useKeptDraft({ who, opened, form, locks }: KeptDraftOptions) {
  const [found, setFound] = useState<KeptDraft | null>(() => readKeptDraft(who, opened, locks));
  const [status, setStatus] = useState('');
  /** The value of `opened` when the form was saved or the draft discarded. */
  const [settled, setSettled] = useState<AuctionDraft | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isKeeping = settled !== opened;

  useEffect(() => {
    if (!isKeeping) return;
    const keep = () => {
      timer.current = undefined;
      const isKept = keepDraft(who, { draft: form.getValues(), opened, key });
      if (isKept) setStatus(`Utkast sparat ${formatTime(Date.now())}`);
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback({ name }) {
        if (name === undefined) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(keep, DEBOUNCE_MS);
      },
    });
    const keepLast = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      keep();
    };
    window.addEventListener('pagehide', keepLast);
    return () => {
      keepLast();
      window.removeEventListener('pagehide', keepLast);
      stop();
    };
  }, [who, opened, form, key, isKeeping]);

  /** Removes this form's own draft. */
  function forget() {
    clearTimeout(timer.current);
    timer.current = undefined;
    dropDraft(slotOf(who, key));
  }

  /** Removes the draft after saving or discarding, and stores nothing until the form is `opened` again. */
  function drop() {
    forget();
    setSettled(opened);
  }

  return {
    found,
    /** The Idempotency-Key: one for each draft, also after a reload. */
    key,
    /** The status for the bottom of the form. */
    status,
    /** Applies the restored draft, except to fields changed since. */
    goOn() {
      if (found === null) return;
      const draft = mergeDrafts(opened, form.getValues(), found.draft);
      for (const [name, value] of Object.entries(draft)) {
        form.setValue(name as DraftField, value, { shouldDirty: true });
      }
      forget();
      keepDraft(who, { draft, opened, key: found.key });
      if (found.slot !== slotOf(who, found.key)) dropDraft(found.slot);
      setKey(found.key);
      setFound(readKeptDraft(who, opened, locks, found.key));
    },
    discard() {
      if (found === null) return;
      dropDraft(found.slot);
      setFound(readKeptDraft(who, opened, locks, key));
    },
    drop,
  };
}
