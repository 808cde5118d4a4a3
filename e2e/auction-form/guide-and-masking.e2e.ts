// What similar objects were sold for, and masking of pictures, in the form of an auction.
import { expect } from '@playwright/test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { attach } from '../fixtures/files.ts';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import type { Database } from '../fixtures/product.ts';
import { test } from '../fixtures/test.ts';
import { steady, visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('GUIDE-2 the form shows what similar objects were sold for and fills nothing in', async ({
  caseManager,
  database,
  seller,
}) => {
  for (const place of [1, 2, 3, 4, 5]) {
    const terms = { manufacturer: 'Mazda', model: 'CX-5', registration_number: `MZD10${place}` };
    const { id } = await seller.putUp(terms);
    await sell(database, id, place * 10_000);
  }
  await visit(caseManager, '/auctions/new');
  const guide = caseManager.locator('[data-part="guide"]');
  const start = caseManager.getByRole('textbox', { name: 'Utropspris', exact: false }).first();
  await expect(guide).toHaveText('Fyll i fabrikat och modell för att se ett riktvärde.');
  await caseManager.getByText('Reparation', { exact: true }).click();
  const heightOf = async () => (await guide.boundingBox())!.height;
  const height = await steady(caseManager, heightOf);
  await caseManager.getByRole('textbox', { name: 'Fabrikat', exact: true }).fill('mazda');
  await caseManager.getByRole('textbox', { name: 'Modell', exact: true }).fill('cx5');
  await expect(guide).toHaveText(
    /^Riktvärde 20\s000–40\s000\skr, median 30\s000\skr \(exkl\. moms\), från 5 liknande försäljningar\.$/,
  );
  await expect.poll(heightOf, 'nothing below moves').toBe(height);
  await expect(start).toHaveValue('');
  await caseManager.getByRole('textbox', { name: 'Årsmodell', exact: true }).fill('2012');
  await expect(guide).toHaveText('För få försäljningar för ett riktvärde (0 av minst 5).');
});

test('GUIDE-4 saved and new pictures are masked by pointer and by keys, and saved with grey pixels', async ({
  caseManager: page,
  database,
  product,
  seller,
}) => {
  const photo = Buffer.from(await page.evaluate(drawWhite), 'base64');
  const { id, image_id } = await seller.putUp(
    { registration_number: 'MSK101', image_view: 'vin' },
    [photo],
  );
  await visit(page, `/auctions/${id}/change`);
  await attach(page, 'Bifoga fil', 'ny.jpg', 'image/jpeg', photo);

  const dialog = page.getByRole('dialog');
  const stage = dialog.getByRole('application');
  const confirm = dialog.getByRole('button', { name: 'Maskera', exact: true });
  await page.getByRole('button', { name: 'Maskera Bild 1' }).click();
  await expect(
    dialog.getByText(
      'Den gamla bilden finns kvar i mejl som redan har skickats och i bolagets arkiv.',
    ),
  ).toBeVisible();
  await expect(stage.locator('img')).toBeVisible();
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText('Markera minst en yta');
  const box = (await steady(page, () => stage.boundingBox()))!;
  await page.mouse.move(box.x + box.width * 0.05, box.y + box.height * 0.05);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3, { steps: 4 });
  await page.mouse.up();
  await expect(stage.getByRole('button', { name: 'Yta 1' })).toBeFocused();
  await confirm.click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Maskera ny.jpg' }).click();
  await expect(dialog.getByText(/^Den gamla bilden/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Lägg till yta' }).press('Enter');
  await expect(stage.getByRole('button', { name: 'Yta 1' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(stage.getByRole('button', { name: 'Yta 1' })).toHaveAttribute(
    'style',
    /left: 41%; top: 40%; width: 20%; height: 21%/,
  );
  await confirm.press('Enter');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Spara', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Volvo V60' })).toBeVisible();
  const { rows } = await database.query(
    'select id, view from auction_images where auction_id = $1 order by position',
    [id],
  );
  expect(rows.map(({ view }) => view)).toEqual(['vin', null]);
  expect(rows[0].id).not.toBe(image_id);
  const { access } = await openSession(product, PEOPLE.caseManager);
  const response = await fetch(`${product.url}/api/auctions/${id}`, {
    headers: { authorization: `Bearer ${access}` },
  });
  const auction = (await response.json()) as Auction;
  const saved = [auction, ...auction.additional_images].map(({ sizes }) => sizes!.large);
  const colours = await page.evaluate(readColours, saved);
  expect(colours).toEqual([
    ['grey', 'white', 'white'],
    ['white', 'white', 'grey'],
  ]);
});

/** Ends an auction as sold, by SQL. */
async function sell(database: Database, id: number, amount: number): Promise<void> {
  await database.query(
    `insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
     select s.auction_id, 1, u.service_station_id, u.id, $2, 1, now_ms(), s.end_dt, s.end_dt
     from auction_standings s, users u
     where s.auction_id = $1 and u.service_station_id is not null
     limit 1`,
    [id, amount],
  );
  await database.query(
    `with ended as (
       update auctions set closed_at = now_ms() where id = $1 returning id, closed_at
     )
     update auction_standings s
     set end_dt = ended.closed_at, closed_at = ended.closed_at, bid_count = 1, highest_bid = $2,
       leading_bid_id = 1, last_bid_id = 1, winning_bid_id = 1, winner_notified_at = ended.closed_at
     from ended where s.auction_id = ended.id`,
    [id, amount],
  );
}

/** A white JPEG in base64; runs in the page. */
async function drawWhite(): Promise<string> {
  const canvas = new OffscreenCanvas(1_200, 900);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 1_200, 900);
  const made = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new Uint8Array(await made.arrayBuffer()).toBase64();
}

/** The colours of pictures at three points from the upper left to the lower right; runs in the page. */
async function readColours(addresses: string[]): Promise<string[][]> {
  const colours: string[][] = [];
  for (const address of addresses) {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    colours.push(
      [0.15, 0.9, 0.5].map((part) => {
        const [x, y] = [bitmap.width * part, bitmap.height * part].map(Math.floor);
        const { data } = context.getImageData(x!, y!, 1, 1);
        return Math.abs(data[0]! - 128) < 8 ? 'grey' : data[0]! > 245 ? 'white' : String(data);
      }),
    );
  }
  return colours;
}
