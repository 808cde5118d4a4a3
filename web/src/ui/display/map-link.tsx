import { NewTabLink } from './new-tab-link.tsx';

/** «Visa på karta»: an address on a map of the world, in a new tab. */
export function MapLink({ address }: { address: string }) {
  const href = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
  return <NewTabLink href={href}>Visa på karta</NewTabLink>;
}
