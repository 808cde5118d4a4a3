import { useState, useSyncExternalStore } from 'react';

const KEY = 'restvarde.list_view';

/** How staff look at the list of auctions: pictures beside each other, or many under each other (LIST-14). */
export type ListView = 'cards' | 'rows';

/**
 * What was chosen on this device, cards at first, and what changes it. Where storage is forbidden the choice lasts as
 * long as the page. A first view is rendered with cards, since the server knows no device.
 */
export function useListView(): [ListView, (view: ListView) => void] {
  const kept = useSyncExternalStore(listen, read, () => 'cards' as const);
  const [chosen, setChosen] = useState<ListView | null>(null);
  return [
    chosen ?? kept,
    (view) => {
      keep(view);
      setChosen(view);
    },
  ];
}

function listen(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function read(): ListView {
  try {
    return localStorage.getItem(KEY) === 'rows' ? 'rows' : 'cards';
  } catch {
    return 'cards';
  }
}

function keep(view: ListView): void {
  try {
    if (view === 'cards') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, view);
  } catch {
    // It is not remembered.
  }
}
