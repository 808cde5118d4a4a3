import { useEffect, useState } from 'react';
import { formatTime } from '../../ui/format/dates.ts';
import type { AuctionDraft } from './draft/auction-draft.ts';
import { dropDraft, type KeptDraft, keepDraft, readKeptDraft } from './draft/kept-draft.ts';
import type { DraftForm } from './draft/use-auction-form.ts';

/** Typing rests this long before it is kept. */
const REST_MS = 800;

/** Keeps what is written through a reload (FORM-11). What was found is kept until it is decided upon. */
export function useKeptDraft(who: string, fresh: AuctionDraft, form: DraftForm) {
  const [found, setFound] = useState<KeptDraft | null>(() => readKeptDraft(who, fresh));
  const [said, setSaid] = useState('');
  const [isSaved, setSaved] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const isKeeping = found === null && !isSaved;

  useEffect(() => {
    if (!isKeeping) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      if (keepDraft(who, form.getValues(), key)) setSaid(`Utkast sparat ${formatTime(Date.now())}`);
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback({ name }) {
        if (name === undefined) return;
        clearTimeout(timer);
        timer = setTimeout(keep, REST_MS);
      },
    });
    const keepLast = () => {
      if (timer !== undefined) keep();
    };
    window.addEventListener('pagehide', keepLast);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keepLast);
      stop();
    };
  }, [who, form, key, isKeeping]);

  return {
    found,
    /** One for one draft, through reloads too. */
    key,
    /** What the foot of the form says of it. */
    said,
    goOn() {
      if (found === null) return;
      for (const [name, value] of Object.entries(found.draft)) {
        form.setValue(name as keyof AuctionDraft, value, { shouldDirty: true });
      }
      setKey(found.key);
      setFound(null);
    },
    discard() {
      dropDraft(who);
      setFound(null);
    },
    /** The auction exists: there is nothing left to keep. */
    drop() {
      dropDraft(who);
      setSaved(true);
    },
  };
}
