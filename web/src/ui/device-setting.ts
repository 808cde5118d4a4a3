import { useSyncExternalStore } from 'react';

/** One of a few choices, kept for this device; the first is what holds when nothing is kept. */
export interface DeviceSetting<Choice extends string> {
  use(): Choice;
  set(choice: Choice): void;
}

/** Opens the setting that is kept under `key`. Every window of the browser follows it. */
export function openDeviceSetting<const Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): DeviceSetting<Choice> {
  const [usual] = choices;
  /** The choice where the browser stores nothing: it holds as long as the page. */
  let unstored: Choice | null = null;

  function read(): Choice {
    if (unstored !== null) return unstored;
    try {
      const kept = localStorage.getItem(key);
      return choices.find((choice) => choice === kept) ?? usual;
    } catch {
      return usual;
    }
  }

  return {
    use: () => useSyncExternalStore(listen, read, () => usual),
    set(choice) {
      try {
        if (choice === usual) localStorage.removeItem(key);
        else localStorage.setItem(key, choice);
        unstored = null;
      } catch {
        unstored = choice;
      }
      // The browser sends this event to other windows only.
      const newValue = choice === usual ? null : choice;
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    },
  };
}

function listen(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
