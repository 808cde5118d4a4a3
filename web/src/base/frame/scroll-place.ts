import type { ParsedLocation } from '@tanstack/react-router';

/** The id of the pending page, shown while another loads. */
export const PENDING_ID = 'pending';

/**
 * The key under which the router stores a page's scroll position. The pending page has its own, since it is much
 * shorter and the router still has the previous page's address: going back must restore the previous page's position
 * (LIST-9).
 */
export function scrollPlaceKey({ href, state }: ParsedLocation): string {
  const isPending = document.getElementById(PENDING_ID) !== null;
  return isPending ? PENDING_ID : (state.__TSR_key ?? href);
}
