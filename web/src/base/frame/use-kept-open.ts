import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const FOREVER_MS = Number.POSITIVE_INFINITY;

/**
 * Is a panel open? It stays as it was left while one walks about the site, and is forgotten with all that was fetched
 * when another logs in (AUTH-10). One without room for it never `isKept` open.
 */
export function useKeptOpen(
  panel: string,
  isKept = true,
): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const client = useQueryClient();
  const queryKey = ['open panel', panel];
  const [isOpen, setOpen] = useState(() => isKept && client.getQueryData(queryKey) === true);
  return [
    isOpen,
    (next) => {
      client.setQueryDefaults(queryKey, { gcTime: FOREVER_MS });
      client.setQueryData(queryKey, next && isKept);
      setOpen(next);
    },
  ];
}
