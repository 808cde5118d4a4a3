import { issueAccessToken } from '@restvarde/contract/feed/access-tokens';
import * as feed from '@restvarde/contract/feed/feed-auction';
import { importAuctions } from '@restvarde/contract/feed/import-auctions';
import { createToken, listTokens } from '@restvarde/contract/feed/tokens';
import * as webhooks from '@restvarde/contract/feed/webhooks';
import { AUCTION, AUCTION_IMAGE, CARD, DOCUMENT } from './auction.ts';
import { exampleOf } from './example.ts';

const TOKEN = {
  id: 5,
  name: 'Skadesystem',
  prefix: 'rv_4f7a91c2',
  scopes: ['auctions:write' as const],
  created_at: '2026-11-20T08:00:00.000Z',
  created_by: { first_name: 'Anna', last_name: 'Lind' },
  last_used_at: null,
  expires_on: '2027-11-20',
};
const WEBHOOK = {
  id: 2,
  url: 'https://skador.lansbolaget.example/restvarde',
  events: ['auction.ended' as const, 'winner.notified' as const],
  active: true,
  created_at: '2026-11-20T08:10:00.000Z',
};
const SECRET = 'whsec_bm90IGEgcmVhbCBzZWNyZXQgYXQgYWxsLCBqdXN0IGFuIGV4YW1wbGU=';

/** Tokens, the feed, webhooks and the import. */
export const INTEGRATION_EXAMPLES = [
  exampleOf(listTokens, { reply: [TOKEN] }),
  exampleOf(createToken, {
    body: { name: 'Skadesystem', scopes: ['auctions:write'] },
    reply: { ...TOKEN, token: 'rv_4f7a91c2…' },
  }),
  exampleOf(issueAccessToken, {
    body: {
      grant_type: 'client_credentials',
      client_id: 'rv_4f7a91c2',
      client_secret: 'rv_4f7a91c2…',
    },
    reply: {
      access_token: 'eyJhbGciOi…',
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'auctions:write',
    },
  }),
  exampleOf(feed.putFeedAuction, {
    body: {
      claim_number: 'S 2026-1001',
      registration_number: 'ABC123',
      manufacturer: 'Volvo',
      model: 'V60',
      model_year: 2021,
      mileage: 8_400,
      category_names: ['Personbil'],
      damage_condition: 'REPAIR',
      description: 'Skada fram.',
      condition: {
        run_and_drive: 'starts',
        run_checked_on: '2026-11-20',
        primary_damage: 'front',
        panels: [{ panel: 'bonnet', kind: 'dent', severity: 2 }],
      },
      staging_area_name: 'Kumla',
      is_global: false,
      start_bid: 18_000,
      reservation_price: 40_000,
      hidden_bids: false,
      hidden_reservation_price: true,
    },
    reply: AUCTION,
  }),
  exampleOf(feed.getFeedAuction, { reply: AUCTION }),
  exampleOf(feed.listFeedChanges, {
    reply: {
      results: [CARD, { external_id: 'CLAIM-0977', id: 998, deleted: true }],
      next: null,
      until: '2026-11-26T09:14:00.000Z',
    },
  }),
  exampleOf(feed.addFeedImage, { body: { view: 'front_left' }, reply: AUCTION_IMAGE }),
  exampleOf(feed.addFeedFile, { body: { kind: 'inspection' }, reply: DOCUMENT }),
  exampleOf(importAuctions, {
    reply: {
      created: 1,
      rows: [{ line: 2, number: 'LF-1024', errors: {} }],
      unknown_columns: [],
    },
  }),
  exampleOf(webhooks.listWebhooks, { reply: [WEBHOOK] }),
  exampleOf(webhooks.createWebhook, {
    body: { url: WEBHOOK.url, events: WEBHOOK.events },
    reply: { ...WEBHOOK, secret: SECRET },
  }),
  exampleOf(webhooks.changeWebhook, { body: { active: false }, reply: WEBHOOK }),
  exampleOf(webhooks.rotateWebhook, { reply: { secret: SECRET } }),
  exampleOf(webhooks.listDeliveries, {
    reply: [
      {
        id: 90,
        type: 'auction.ended',
        created_at: '2026-12-01T13:00:01.000Z',
        status: 200,
        tries: 1,
        next_at: null,
        error: null,
      },
    ],
  }),
];
