// The right to listen: it is renewed under way without a word lost, and when it goes the page says so.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LIVE_RENEW } from '@restvarde/contract/live';
import {
  changeServiceStation,
  listServiceStations,
  type ServiceStation,
} from '@restvarde/contract/service-stations';
import type { Page, WebSocketRoute } from 'playwright-core';
import { bid, openAuction, panelOf, sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, takeTokens, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

let product: Product;
let windows: Windows;
let lind: Page;
let soder: Page;
let id: number;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  ({ id } = await (await hireSeller(product)).putUp());
  lind = await windows.logIn(PEOPLE.lind);
  soder = await windows.logIn(PEOPLE.soder);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('LIVE-4, AUTH-9 asked for a fresh token the page renews its login and goes on listening on the same socket', async () => {
  const shown: string[] = [];
  const opened: WebSocketRoute[] = [];
  await soder.routeWebSocket(`**/ws/auction/${id}/`, (page) => {
    opened.push(page);
    const server = page.connectToServer();
    page.onMessage((message) => {
      shown.push(JSON.parse(String(message)).token);
      server.send(message);
    });
  });
  await openAuction(soder, id);
  await eventually('the token', async () => shown.length === 1);
  // As the server asks nine minutes later.
  opened[0]!.send(LIVE_RENEW);
  await eventually('the fresh token', async () => shown.length === 2);
  assert.notEqual(shown[1], shown[0]);
  await openAuction(lind, id);
  await bid(lind, '10 000');
  await sees(panelOf(soder), '10 000 kr');
  assert.equal(opened.length, 1, 'one socket all along');
});

test('LIVE-4, ROLE-17 an auction that is no longer offered leaves the open page; whoever has bid keeps it', async () => {
  const { access } = await takeTokens(product, PEOPLE.admin);
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(product.url + path, {
      method,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as T;
  };
  const { results } = await ask<{ results: ServiceStation[] }>('GET', listServiceStations.path);
  const sold = await ask<{ categories: { id: number }[] }>('GET', `/api/auctions/${id}`);
  const offered = new Set(sold.categories.map((category) => category.id));
  for (const email of [PEOPLE.lind, PEOPLE.soder]) {
    const station = results.find(({ user }) => user?.email === email)!;
    const others = await ask<{ id: number }[]>('GET', '/api/categories');
    const category_ids = [others.find((category) => !offered.has(category.id))!.id];
    const path = changeServiceStation.path.replace(':id', String(station.id));
    await ask(changeServiceStation.method, path, { category_ids });
  }
  await sees(soder, 'Vi hittar ingen auktion här');
  await bid(lind, '11 000');
  await sees(panelOf(lind), 'Du leder med 11 000 kr.');
});
