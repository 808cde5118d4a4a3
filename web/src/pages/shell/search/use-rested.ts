import { useEffect, useState } from 'react';

/** Longer than the time between two keystrokes. */
const DEBOUNCE_MS = 150;

/** The value, debounced, so that not every keystroke sends a request. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setRested, DEBOUNCE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
