import { useEffect, useState } from 'react';

/** Longer than the time between two keystrokes. */
const REST_MS = 150;

/** The value, debounced, so that not every keystroke sends a request. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setRested, REST_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
