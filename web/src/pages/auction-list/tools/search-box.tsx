import { SEARCH_MAX } from '@restvarde/contract/auctions/list-limits';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_WORDS } from '../../../features/auctions/search-words.ts';
import { useMedia } from '../../../ui/use-media.ts';
import styles from './search-box.module.css';

/** The list is fetched this long after the last keystroke. */
const DEBOUNCE_MS = 300;

export interface SearchBoxProps {
  /** The current search text. */
  value: string;
  onChange: (value: string) => void;
}

/** Searches the list while typing (LIST-11). The key «/» focuses it. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  // The long text would be cut on a phone.
  const isWide = useMedia('(min-width: 48em)');
  const [draft, setDraft] = useState(value);
  // Follow a search removed elsewhere. Ignore the field's own value, which comes back trimmed.
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== draft.trim()) setDraft(value);
  }
  const search = useEffectEvent(() => {
    if (draft.trim() !== value) onChange(draft.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the wait.
  useEffect(() => {
    const timer = setTimeout(() => search(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.trim() !== value) onChange(draft.trim());
  }

  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label className={`row gap-2 ${styles.control}`}>
          <Search size={20} />
          <span className="visually-hidden">{SEARCH_WORDS}</span>
          <input
            type="search"
            name="q"
            className={styles.input}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            placeholder={isWide ? SEARCH_WORDS : 'Sök i listan'}
            maxLength={SEARCH_MAX}
            autoComplete="off"
            spellCheck="false"
            enterKeyHint="search"
            data-search-box
          />
        </label>
      </form>
    </search>
  );
}
