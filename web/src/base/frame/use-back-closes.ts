import { useBlocker } from '@tanstack/react-router';

/** What lies over a page is what «back» leaves, not the page: on a phone that is how one closes things. */
export function useBackCloses(isOn: boolean, close: () => void): void {
  useBlocker({
    disabled: !isOn,
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action !== 'BACK') return false;
      close();
      return true;
    },
  });
}
