import { SEARCH_MAX } from '@restvarde/contract/auctions/list-limits';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { SEARCH_WORDS } from '../../../features/auctions/search-words.ts';
import styles from './search-combobox.module.css';

export interface Option {
  id: string;
  name: string;
  /** In smaller text below it. */
  facts?: string;
  /** A small picture or an icon before the name. */
  picture?: ReactNode;
  /** Beside the name: an amount, and when it ends. */
  aside?: readonly [amount: string, end: string];
  onChoose: () => void;
}

export interface SearchComboboxProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** The options belong to the previous text. */
  isStale: boolean;
  /** Called on Enter without an active option. */
  onSubmit: () => void;
}

/**
 * A search field with suggestions, with the keys of the ARIA combobox pattern: arrow keys move through the options
 * while focus stays in the field. React Aria's combobox would add its code to the login's text field.
 */
export function SearchCombobox(props: SearchComboboxProps) {
  const { value, onChange, options, isStale, onSubmit } = props;
  const id = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = options.findIndex((option) => option.id === activeId);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      // The field itself is one of the positions.
      const next = (active + 1 + step + options.length + 1) % (options.length + 1);
      setActiveId(options[next - 1]?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      (options[active]?.onChoose ?? onSubmit)();
    } else if (event.key === 'Escape' && value !== '') {
      // The first Escape clears the field, the next closes the dialog.
      event.stopPropagation();
      write('');
    }
  }

  function write(next: string) {
    setActiveId(null);
    onChange(next);
  }

  return (
    <>
      <div className={`row gap-2 ${styles.field}`}>
        <Search size={20} />
        <input
          type="text"
          role="combobox"
          aria-label={SEARCH_WORDS}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={active === -1 ? undefined : `${id}${activeId}`}
          // biome-ignore lint/a11y/noAutofocus: the field is the only control of the dialog.
          autoFocus
          className={styles.input}
          value={value}
          onChange={(event) => write(event.target.value)}
          onKeyDown={press}
          placeholder={SEARCH_WORDS}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          spellCheck="false"
          enterKeyHint="search"
        />
      </div>
      {options.length === 0 && (
        <p className="quiet">Skriv början av ett ord eller slutet av ett nummer.</p>
      )}
      <div
        id={`${id}list`}
        role="listbox"
        aria-label="Sökförslag"
        className={styles.list}
        hidden={options.length === 0}
        data-stale={isStale || undefined}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={option.id}
            id={`${id}${option.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={option.id === activeId}
            className={`row gap-3 ${styles.option}`}
            onClick={option.onChoose}
          >
            {option.picture !== undefined && (
              <span className={styles.picture}>{option.picture}</span>
            )}
            <span className={styles.text}>
              <span className={styles.name}>{option.name}</span>{' '}
              {option.facts !== undefined && <span className="quiet tabular">{option.facts}</span>}
            </span>{' '}
            {option.aside !== undefined && (
              <span className={styles.aside}>
                <span className={styles.name}>{option.aside[0]}</span>{' '}
                <span className="quiet tabular">{option.aside[1]}</span>
              </span>
            )}
          </div>
        ))}
      </div>
    </>
  );
}
