// The main job of an integration, by the client of Redocly CLI, which needs no package at run time. clients.test.ts
// copies it beside the generated file, checks its types and runs it.
import { readFile } from 'node:fs/promises';
import * as restvarde from './restvarde-client.ts';

const { RESTVARDE = '', TOKEN = '', LOGIN = '', STATION = '' } = process.env;
restvarde.configure({ serverUrl: RESTVARDE });

/** Makes the calls that follow as another caller. */
const callAs = (access: string) => restvarde.configure({ auth: { bearer: access } });

const credentials = {
  grant_type: 'client_credentials',
  client_id: TOKEN.slice(0, 11),
  client_secret: TOKEN,
};
const { access_token } = await restvarde.issueAccessToken({
  body: new URLSearchParams(credentials),
});
callAs(access_token);
const path = { external_id: 'CLAIM-2' };

const created = await restvarde.putFeedAuction({
  path,
  body: {
    registration_number: 'ABC124',
    manufacturer: 'Volvo',
    model: 'V60',
    category_names: ['Personbil'],
    damage_condition: 'REPAIR',
    condition: {
      run_and_drive: restvarde.RunAndDrive.starts,
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
});
if ('action' in created) throw new Error('The auction was checked only.');

const form = new FormData();
form.set('view', 'front_left');
form.set('image', new File([await readFile('front.jpg')], 'front.jpg', { type: 'image/jpeg' }));
const image = await restvarde.addFeedImage({ path, body: form });
if ('removed' in image) throw new Error('The picture has been removed.');

async function readAuction(): Promise<restvarde.Auction> {
  const auction = await restvarde.getFeedAuction({ path });
  if ('deleted' in auction) throw new Error('The auction is deleted.');
  return auction;
}
const running = await readAuction();

const { id } = created;
callAs(STATION);
await restvarde.placeBid({
  path: { id },
  body: { bid: running.minimum_allowed_bid, has_accepted_terms: true },
});
callAs(LOGIN);
await restvarde.cancelAuction({ path: { id } });
const { results } = await restvarde.listBids({ path: { id } });
const [bid] = results;
if (!bid) throw new Error('There is no bid.');
await restvarde.selectWinner({ path: { id, bidId: bid.id }, body: { notify: true } });

callAs(access_token);
const sold = await readAuction();
const changes = await restvarde.listFeedChanges({
  query: { changed_since: '2026-01-01T00:00:00Z' },
});
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
