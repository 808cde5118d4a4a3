import * as files from '@restvarde/contract/auctions/auction-files';
import { getHistory } from '@restvarde/contract/auctions/history';
import { moveEnds } from '@restvarde/contract/auctions/move-ends';
import * as photos from '@restvarde/contract/auctions/photo-links';
import { changeAuction, createAuction } from '@restvarde/contract/auctions/save-auction';
import { changeSavedSearch, saveSearch } from '@restvarde/contract/auctions/saved-searches';
import { startUpload } from '@restvarde/contract/uploads';
import { AUCTION_IMAGE, DOCUMENT } from './auction.ts';
import { exampleOf } from './example.ts';

/** Auctions with their files, history and saved searches. */
export const AUCTION_EXAMPLES = [
  exampleOf(createAuction, {
    body: {
      registration_number: 'ABC123',
      manufacturer: 'Volvo',
      model: 'V60',
      model_year: '2021',
      mileage: '8400',
      category_ids: ['1'],
      damage_condition: 'REPAIR',
      description: 'Skada fram.',
      staging_area_name: 'Kumla',
      is_global: '0',
      start_bid: '18000',
      reservation_price: '40000',
      hidden_bids: '0',
      hidden_reservation_price: '1',
      start_dt: '2026-11-24T09:00',
      end_dt: '2026-12-01T14:00',
    },
  }),
  exampleOf(changeAuction, { body: { description: 'Skada fram och på vänster sida.' } }),
  exampleOf(getHistory, {
    reply: [
      {
        id: 311,
        at: '2026-11-26T09:20:00.000Z',
        action: 'facts_changed',
        user: { first_name: 'Anna', last_name: 'Lind' },
        before: { description: 'Skada fram.' },
        after: { description: 'Skada fram och på vänster sida.' },
        service_station_name: null,
      },
    ],
  }),
  exampleOf(moveEnds, { body: { auction_ids: [1024, 1025], end_dt: '2026-12-02T14:00' } }),
  exampleOf(files.addImage, { body: { view: 'front_left' }, reply: AUCTION_IMAGE }),
  exampleOf(files.changeImage, { body: { view: 'front_left' }, reply: AUCTION_IMAGE }),
  exampleOf(files.orderImages, { body: { image_ids: [52, 51] } }),
  exampleOf(files.addFile, { body: { kind: 'inspection' }, reply: DOCUMENT }),
  exampleOf(files.changeFile, { body: { kind: 'inspection' }, reply: DOCUMENT }),
  exampleOf(saveSearch, {
    body: {
      name: 'Volvo att reparera',
      query: { manufacturers: ['Volvo'], damage_condition: 'REPAIR' },
      frequency: 'daily',
    },
  }),
  exampleOf(changeSavedSearch, { body: { frequency: 'direct' } }),
  exampleOf(photos.createPhotoLink, { body: { room: 12 } }),
  exampleOf(photos.startPhonePhoto, {
    body: { name: 'fram.jpg', size: 2_480_113, view: 'front_left' },
  }),
  exampleOf(startUpload, { body: { kind: 'image', name: 'fram.jpg', size: 2_480_113 } }),
];
