import { NewTabLink } from './new-tab-link.tsx';

/** «Visa på karta»: opens an address on a map in a new tab. */
export function MapLink({ address }: { address: string }) {
  const href = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
  return <NewTabLink href={href}>{'Visa\u00a0på\u00a0karta'}</NewTabLink>;
}
