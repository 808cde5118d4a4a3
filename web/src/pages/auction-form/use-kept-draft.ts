import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../ui/format/dates.ts';
import type { AuctionDraft, DraftField } from './draft/auction-draft.ts';
import type { DraftLocks } from './draft/draft-locks.ts';
import { mergeDrafts } from './draft/draft-of.ts';
import { dropDraft, type KeptDraft, keepDraft, readKeptDraft, slotOf } from './draft/kept-draft.ts';
import type { DraftForm } from './draft/use-auction-form.ts';

/** Typing rests this long before it is kept. */
const REST_MS = 800;

export interface KeptDraftOptions {
  /** What it is kept under: a person, and what they write of. */
  who: string;
  /** The form as it opened, or as it was saved since. */
  opened: AuctionDraft;
  form: DraftForm;
  locks: DraftLocks;
}

/**
 * Keeps what is written through a reload, a crash and a session that ends (FORM-11). What was found is kept until it is
 * decided upon, beside what is written meanwhile.
 */
export function useKeptDraft({ who, opened, form, locks }: KeptDraftOptions) {
  const [found, setFound] = useState<KeptDraft | null>(() => readKeptDraft(who, opened, locks));
  const [said, setSaid] = useState('');
  /** What `opened` was when all was saved, or given up. */
  const [settled, setSettled] = useState<AuctionDraft | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isKeeping = settled !== opened;

  useEffect(() => {
    if (!isKeeping) return;
    const keep = () => {
      timer.current = undefined;
      const isKept = keepDraft(who, { draft: form.getValues(), opened, key });
      if (isKept) setSaid(`Utkast sparat ${formatTime(Date.now())}`);
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback({ name }) {
        if (name === undefined) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(keep, REST_MS);
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

  /** Drops what this form has kept itself. */
  function forget() {
    clearTimeout(timer.current);
    timer.current = undefined;
    dropDraft(slotOf(who, key));
  }

  /** It is saved, or not wanted: there is nothing left to keep until the form is `opened` anew. */
  function drop() {
    forget();
    setSettled(opened);
  }

  return {
    found,
    /** One for one draft, through reloads too. */
    key,
    /** What the foot of the form says of it. */
    said,
    /** Takes in what was found, but for what has been written here since. */
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
