// The main job of an integration, by the types of openapi-typescript and the runtime openapi-fetch. clients.test.ts
// copies it beside the generated file, checks its types and runs it.
import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './restvarde.ts';

type Auction = components['schemas']['Auction'];

const { RESTVARDE = '', TOKEN = '', LOGIN, STATION } = process.env;
const client = createClient<paths>({ baseUrl: RESTVARDE });

/** The headers of a caller. */
const as = (access: string | undefined) => ({ headers: { Authorization: `Bearer ${access}` } });

/** The answer of a call. Throws with the body of an error. */
async function answerOf<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const { access_token } = await answerOf(
  client.POST('/api/oauth/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: {
      grant_type: 'client_credentials',
      client_id: TOKEN.slice(0, 11),
      client_secret: TOKEN,
    },
  }),
);
const system = as(access_token);
const params = { path: { external_id: 'CLAIM-1' } };

const created = await answerOf(
  client.PUT('/api/feed/auctions/{external_id}', {
    ...system,
    params,
    body: {
      registration_number: 'ABC123',
      manufacturer: 'Volvo',
      model: 'V60',
      category_names: ['Personbil'],
      damage_condition: 'REPAIR',
      condition: {
        run_and_drive: 'starts',
        run_checked_on: '2026-01-15',
        primary_damage: 'front',
        panels: [{ panel: 'bonnet', kind: 'dent', severity: 2 }],
      },
      staging_area_name: 'Kumla',
      is_global: false,
      start_bid: 18_000,
      hidden_bids: false,
      hidden_reservation_price: false,
    },
  }),
);
if ('action' in created) throw new Error('The auction was checked only.');

const picture = new File([await readFile('front.jpg')], 'front.jpg', { type: 'image/jpeg' });
const image = await answerOf(
  client.POST('/api/feed/auctions/{external_id}/images', {
    ...system,
    params,
    body: { view: 'front_left' },
    bodySerializer: ({ view = '' }) => {
      const form = new FormData();
      form.set('view', view ?? '');
      form.set('image', picture);
      return form;
    },
  }),
);
if ('removed' in image) throw new Error('The picture has been removed.');

async function readAuction(): Promise<Auction> {
  const auction = await answerOf(
    client.GET('/api/feed/auctions/{external_id}', { ...system, params }),
  );
  if ('deleted' in auction) throw new Error('The auction is deleted.');
  return auction;
}
const running = await readAuction();

const byId = { params: { path: { id: created.id } } };
await answerOf(
  client.POST('/api/auctions/{id}/bids', {
    ...as(STATION),
    ...byId,
    body: { bid: running.minimum_allowed_bid, has_accepted_terms: true },
  }),
);
await answerOf(client.POST('/api/auctions/{id}/cancel', { ...as(LOGIN), ...byId }));
const { results } = await answerOf(
  client.GET('/api/auctions/{id}/bids', { ...as(LOGIN), ...byId }),
);
const [bid] = results;
if (!bid) throw new Error('There is no bid.');
await answerOf(
  client.POST('/api/auctions/{id}/bids/{bidId}/select-winner', {
    ...as(LOGIN),
    params: { path: { id: created.id, bidId: bid.id } },
    body: { notify: true },
  }),
);

const sold = await readAuction();
const changes = await answerOf(
  client.GET('/api/feed/auctions', {
    ...system,
    params: { query: { changed_since: '2026-01-01T00:00:00Z' } },
  }),
);
console.log(
  JSON.stringify({
    picture: running.image_id === image.id,
    damage: running.condition.panels.map(({ panel }) => panel),
    winning_bid: sold.winning_bid,
    has_notified_winner: sold.has_notified_winner,
    buyer: sold.buyer?.name,
    next: changes.next,
  }),
);
