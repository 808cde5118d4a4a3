import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../ui/format/dates.ts';
import type { AuctionDraft, DraftField } from './draft/auction-draft.ts';
import type { DraftLocks } from './draft/draft-locks.ts';
import { dropDraft, type KeptDraft, keepDraft, readKeptDraft } from './draft/kept-draft.ts';
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
 * decided upon.
 */
export function useKeptDraft({ who, opened, form, locks }: KeptDraftOptions) {
  const [found, setFound] = useState<KeptDraft | null>(() => readKeptDraft(who, opened, locks));
  const [said, setSaid] = useState('');
  /** What `opened` was when all was saved, or given up. */
  const [settled, setSettled] = useState<AuctionDraft | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isKeeping = found === null && settled !== opened;

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

  function forget() {
    clearTimeout(timer.current);
    timer.current = undefined;
    dropDraft(who);
  }

  /** It is saved: there is nothing left to keep until the form is `opened` anew. */
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
    goOn() {
      if (found === null) return;
      for (const [name, value] of Object.entries(found.draft)) {
        form.setValue(name as DraftField, value, { shouldDirty: true });
      }
      setKey(found.key);
      setFound(null);
    },
    discard() {
      forget();
      setFound(null);
    },
    drop,
    /** What was written is not wanted; what was found, and not decided upon, stays. */
    giveUp() {
      if (found === null) drop();
    },
  };
}
