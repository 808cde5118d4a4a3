import { stockholmDate } from '@restvarde/contract/dates';
import type { Endpoint } from '@restvarde/contract/endpoint';
import { session } from '../session/current.ts';
import { addressOf, type QueryValue } from './address.ts';
import { ApiError } from './api-error.ts';
import { sendAsCurrentUser } from './bearer.ts';
import { refresh } from './call.ts';

/** Fetches a file as the current user. A plain link cannot, since it sends no bearer token. */
async function fetchFile(
  endpoint: Endpoint,
  query: Readonly<Record<string, QueryValue>>,
  params: Readonly<Record<string, number>>,
): Promise<Blob> {
  const send = (token: string) =>
    fetch(addressOf(endpoint, params, query), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}` },
      credentials: 'omit',
    });
  try {
    const response = await sendAsCurrentUser({ session, refresh }, send, ({ status }) => status);
    if (!response.ok) {
      throw new ApiError(response.status, await response.json().catch(() => null));
    }
    return await response.blob();
  } catch (error) {
    // The connection was lost, possibly in the middle of the file.
    throw error instanceof ApiError ? error : new ApiError(0, null);
  }
}

/** Fetches the file of an endpoint and saves it under the endpoint's file name and today's date. */
export async function download<E extends Endpoint & { download: { name: string } }>(
  endpoint: E,
  query: Readonly<Record<string, QueryValue>> = {},
  params: Readonly<Record<string, number>> = {},
): Promise<void> {
  const address = URL.createObjectURL(await fetchFile(endpoint, query, params));
  const link = document.createElement('a');
  link.href = address;
  // «auktioner 2026-11-20.csv»: the date distinguishes several downloads.
  link.download = endpoint.download.name.replace('.', ` ${stockholmDate(new Date())}.`);
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
