import { SEARCH_MAX } from '@restvarde/contract/auctions/list-limits';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_WORDS } from '../../../features/auctions/search-words.ts';
import styles from './search-box.module.css';

/** How long typing rests before a list is asked for. */
const REST_MS = 300;

export interface SearchBoxProps {
  /** What the list is searched for now. */
  value: string;
  onChange: (value: string) => void;
}

/** Searches the list below it as one types (LIST-11). The key «/» leads here. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const [draft, setDraft] = useState(value);
  // A search that another part of the page or the address lifts is lifted here; one's own comes back trimmed.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== draft.trim()) setDraft(value);
  }
  const search = useEffectEvent(() => {
    if (draft.trim() !== value) onChange(draft.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the wait anew.
  useEffect(() => {
    const timer = setTimeout(() => search(), REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.trim() !== value) onChange(draft.trim());
  }

  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label className={styles.control}>
          <Search aria-hidden="true" size={20} />
          <span className="visually-hidden">{SEARCH_WORDS}</span>
          <input
            type="search"
            name="q"
            className={styles.input}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            placeholder={SEARCH_WORDS}
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
