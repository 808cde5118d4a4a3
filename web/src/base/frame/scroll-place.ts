import type { ParsedLocation } from '@tanstack/react-router';

/** Marks the page that stands there while another is on its way. */
export const PENDING_ID = 'pending';

/**
 * By what the router keeps how far a page was scrolled. A pending page is much shorter, and not the page whose
 * address is still the resolved one: whoever goes back from it must find that page where it was left (LIST-9).
 */
export function scrollPlaceKey({ href, state }: ParsedLocation): string {
  const isPending = document.getElementById(PENDING_ID) !== null;
  return isPending ? PENDING_ID : (state.__TSR_key ?? href);
}
