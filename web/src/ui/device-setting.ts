import { useSyncExternalStore } from 'react';

/** One of a few choices, stored on this device. The first is the default. */
export interface DeviceSetting<Choice extends string> {
  use(): Choice;
  set(choice: Choice): void;
}

/** Opens the setting stored under `key`. All windows of the browser follow it. */
export function openDeviceSetting<const Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): DeviceSetting<Choice> {
  const [usual] = choices;
  /** The choice when the browser stores nothing; lost on reload. */
  let unstored: Choice | null = null;

  function read(): Choice {
    if (unstored !== null) return unstored;
    try {
      const stored = localStorage.getItem(key);
      return choices.find((choice) => choice === stored) ?? usual;
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
      // The browser sends `storage` events to other windows only.
      const newValue = choice === usual ? null : choice;
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    },
  };
}

function listen(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
