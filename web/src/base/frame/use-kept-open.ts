import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const FOREVER_MS = Number.POSITIVE_INFINITY;

/**
 * The open state of a panel. It survives navigation, and is cleared with the query cache when another user logs in
 * (AUTH-10). Without `isKept` the panel does not stay open.
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
