// The right to live messages: its renewal without a gap, and its end.
import { expect, type WebSocketRoute } from '@playwright/test';
import { LIVE_RENEW } from '@restvarde/contract/live';
import {
  changeServiceStation,
  listServiceStations,
  type ServiceStation,
} from '@restvarde/contract/service-stations';
import { bid, openAuction, panelOf } from './fixtures/bidding.ts';
import { openSession, PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';

test.describe.configure({ mode: 'serial' });

let id: number;

test.beforeAll(async ({ seller }) => {
  ({ id } = await seller.putUp());
});

test('LIVE-4, AUTH-9 when the server asks for a fresh token, the page renews it and keeps the same socket', async ({
  workshop,
  rivalWorkshop,
}) => {
  const shown: string[] = [];
  const opened: WebSocketRoute[] = [];
  await rivalWorkshop.routeWebSocket(`**/ws/auction/${id}/`, (page) => {
    opened.push(page);
    const server = page.connectToServer();
    page.onMessage((message) => {
      shown.push(JSON.parse(String(message)).token);
      server.send(message);
    });
  });
  await openAuction(rivalWorkshop, id);
  await expect.poll(() => shown.length, 'the token').toBe(1);
  // Like the server's request nine minutes later.
  opened[0]!.send(LIVE_RENEW);
  await expect.poll(() => shown.length, 'the fresh token').toBe(2);
  expect(shown[1]).not.toBe(shown[0]);
  await openAuction(workshop, id);
  await bid(workshop, '10 000');
  await expect(panelOf(rivalWorkshop).getByText('10 000 kr').first()).toBeVisible();
  expect(opened.length, 'a single socket').toBe(1);
});

test('LIVE-4, ROLE-17 an auction that is no longer offered disappears from an open page; a bidder keeps it', async ({
  product,
  workshop,
  rivalWorkshop,
}) => {
  const { access } = await openSession(product, PEOPLE.companyAdmin);
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(product.url + path, {
      method,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${path}: ${response.status} ${await response.clone().text()}`).toBe(true);
    return (await response.json()) as T;
  };
  const { results } = await ask<{ results: ServiceStation[] }>('GET', listServiceStations.path);
  const sold = await ask<{ categories: { id: number }[] }>('GET', `/api/auctions/${id}`);
  const offered = new Set(sold.categories.map((category) => category.id));
  for (const email of [PEOPLE.workshop, PEOPLE.rivalWorkshop]) {
    const station = results.find(({ user }) => user?.email === email)!;
    const others = await ask<{ id: number }[]>('GET', '/api/categories');
    const category_ids = [others.find((category) => !offered.has(category.id))!.id];
    const path = changeServiceStation.path.replace(':id', String(station.id));
    await ask(changeServiceStation.method, path, { category_ids });
  }
  await expect(rivalWorkshop.getByText('Vi hittar ingen auktion här').first()).toBeVisible();
  await bid(workshop, '11 000');
  await expect(panelOf(workshop).getByText('Du leder med 11 000 kr.').first()).toBeVisible();
});
