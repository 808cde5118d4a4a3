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

  function read(): Choice {
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
      } catch {
        // Storage is forbidden or full: it stays as it is.
      }
      // Tells this window what the browser tells the others.
      window.dispatchEvent(new StorageEvent('storage', { key }));
    },
  };
}

function listen(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
