import { useBlocker } from '@tanstack/react-router';

/** Makes «back» close a layer over the page instead of leaving the page, as phone users expect. */
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
