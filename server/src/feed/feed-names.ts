import {
  type AuctionForm,
  auctionForm,
  FORM_SENTENCE,
} from '@restvarde/contract/auctions/auction-form';
import { messagesByField } from '@restvarde/contract/errors';
import type { FeedForm } from '@restvarde/contract/feed/feed-auction';
import { normalLine } from '@restvarde/contract/fields';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/** The ids of a company's categories and places by name in lower case. */
interface Names {
  categories: Map<string, number>;
  places: Map<string, number>;
}

/** A form with ids instead of the names of categories and place. */
export type NamedForm = Pick<FeedForm, 'sent' | 'faults'>;

const lower = (name: string) => name.toLowerCase();

/** The place that a form names; empty if none. */
const placeOf = ({ sent }: FeedForm) =>
  lower(normalLine([sent.staging_area_name ?? ''].flat().join()));

/** Reads the ids of the categories and places that forms name, in two statements. */
export async function readNames(tx: Tx, company: number, forms: FeedForm[]): Promise<Names> {
  const categories = new Set(forms.flatMap(({ category_names = [] }) => category_names.map(lower)));
  const places = new Set(forms.map(placeOf).filter((name) => name !== ''));
  const find = async (
    names: Set<string>,
    query: (list: string[]) => ReturnType<typeof sql<Found>>,
  ) => {
    if (names.size === 0) return new Map<string, number>();
    const { rows } = await query([...names]).execute(tx);
    return new Map(rows.map(({ name, id }) => [name, id]));
  };
  return {
    categories: await find(
      categories,
      (list) => sql<Found>`
        select distinct on (lower(name)) id, lower(name) as name from categories
        where (company_id is null or company_id = ${company}) and lower(name) = any(${list}::text[])
        order by lower(name), company_id nulls last`,
    ),
    places: await find(
      places,
      (list) => sql<Found>`
        select distinct on (lower(p.name)) p.id, lower(p.name) as name
        from staging_areas p left join service_stations s on s.id = p.service_station_id
        where p.company_id = ${company} and s.removed_at is null and lower(p.name) = any(${list}::text[])
        order by lower(p.name), p.id`,
    ),
  };
}

interface Found {
  id: number;
  name: string;
}

/** Puts ids for the names of categories and place (FEED-3.3). An unknown place is free text («Annan»). */
export function withIds(form: FeedForm, names: Names): NamedForm {
  const named: NamedForm = { sent: { ...form.sent }, faults: { ...form.faults } };
  if (form.category_names) {
    const wanted = [...new Set(form.category_names.map(lower))];
    const ids = wanted.flatMap((name) => names.categories.get(name) ?? []);
    if (ids.length < wanted.length || wanted.length === 0)
      named.faults.category_names = [FORM_SENTENCE.category];
    named.sent.category_ids = ids.map(String);
  }
  const place = placeOf(form);
  if (place !== '') named.sent.staging_area = String(names.places.get(place) ?? '');
  return named;
}

/** Parses the form of a new auction. Returns it, or the messages of each invalid field. */
export function parseNamed(
  { sent, faults }: NamedForm,
  defaults: { start_dt?: string; end_dt?: string } = {},
): { written: AuctionForm } | { faults: Record<string, string[]> } {
  const parsed = auctionForm.safeParse({ category_ids: [], ...defaults, ...sent });
  const all = { ...(parsed.success ? {} : messagesByField(parsed.error)), ...faults };
  if (!parsed.success || Object.keys(all).length > 0) return { faults: all };
  return { written: parsed.data };
}

/** Faults with those of categories at the field that was sent. */
export function atSentNames<Faults extends { [field: string]: unknown }>(
  faults: Faults,
  form: FeedForm,
): Faults {
  const { category_ids, category_names: named, ...rest } = faults;
  const isByName = form.category_names ?? form.faults.category_names;
  if (!isByName || category_ids === undefined) return faults;
  return { ...rest, category_names: named ?? category_ids } as unknown as Faults;
}
