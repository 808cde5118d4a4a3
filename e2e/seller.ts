import assert from 'node:assert/strict';
import { type Auction, createAuction } from '@restvarde/contract/auctions/auction';
import {
  type Category,
  listCategories,
  listStagingAreas,
  type StagingArea,
} from '@restvarde/contract/categories';
import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { PEOPLE, takeTokens } from './people.ts';
import type { Product } from './product.ts';

/** Puts up auctions by the same calls as the form, for tests that are about something else. */
export interface Seller {
  /** An open auction of a Volvo V60 that has begun and lasts a day, but for what is `wanted`; its pictures are JPEGs. */
  putUp(wanted?: Record<string, string>, pictures?: Buffer[]): Promise<Auction>;
}

/** A case manager who works without a window. */
export async function hireSeller(
  product: Product,
  email: string = PEOPLE.manager,
): Promise<Seller> {
  const { access } = await takeTokens(product, email);
  const bearer = { authorization: `Bearer ${access}` };
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(product.url + path, { ...init, headers: bearer });
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as T;
  };
  const [category] = await ask<Category[]>(listCategories.path);
  const [place] = await ask<StagingArea[]>(listStagingAreas.path);
  return {
    putUp(wanted = {}, pictures = []) {
      const body = new FormData();
      const form: Record<string, string> = {
        'category_ids[0]': String(category!.id),
        manufacturer: 'Volvo',
        model: 'V60',
        model_year: '2021',
        mileage: '8450',
        registration_number: 'KLM482',
        description: 'Krockskadad fram. Startar och går att flytta.',
        damage_condition: 'REPAIR',
        staging_area: String(place!.id),
        is_global: '0',
        hidden_bids: '0',
        hidden_reservation_price: '1',
        start_bid: '10000',
        start_dt: stockholmMinute(Date.now()),
        end_dt: stockholmMinute(Date.now() + 86_400_000),
        ...wanted,
      };
      for (const [name, value] of Object.entries(form)) body.append(name, value);
      for (const picture of pictures) {
        body.append(
          'image',
          new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }),
          'bild.jpg',
        );
      }
      return ask(createAuction.path, { method: 'POST', body });
    },
  };
}

/** The minute in Stockholm as forms send it, YYYY-MM-DDTHH:MM. */
export function stockholmMinute(at: number): string {
  return `${stockholmDate(new Date(at))}T${stockholmTime(at)}`;
}

/** The time of day in Stockholm, HH:MM. */
export function stockholmTime(at: number): string {
  return new Date(at).toLocaleTimeString('sv-SE', {
    timeZone: TIME_ZONE,
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** Lets an auction's end be so many seconds from now, and tells the open pages as an edit does. */
export async function endIn(product: Product, id: number, seconds: number): Promise<Date> {
  const { rows } = await product.database.query(
    `
    update auction_standings
    set end_dt = date_trunc('milliseconds', now() + make_interval(secs => $2)),
      changed_at = greatest(now_ms(), changed_at + interval '1 millisecond'),
      end_changed_at = greatest(now_ms(), changed_at + interval '1 millisecond')
    where auction_id = $1
    returning end_dt,
      pg_notify('standings', json_build_object('ids', array[$1], 'ends', array[$1], 'own', '[]'::json)::text)`,
    [id, seconds],
  );
  return rows[0].end_dt;
}
