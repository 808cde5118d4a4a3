import { useEffect, useState } from 'react';

/** Between two letters of somebody who types. */
const REST_MS = 150;

/** The value, once it has rested: no question is asked of each letter. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setRested, REST_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
