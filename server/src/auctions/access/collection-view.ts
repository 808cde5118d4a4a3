import type { Viewer } from '@restvarde/contract/roles';
import type { Collection } from '@restvarde/contract/sale/collection';
import type { Deregistration } from '@restvarde/contract/sale/deregistration';
import { storageCost, storageDays } from '@restvarde/contract/sale/storage';
import { type RawBuilder, sql } from 'kysely';
import type { Media } from '../../media/media.ts';

/** A collection as read as JSON: times are text. */
export interface CollectionRow {
  release_code: string;
  release_after_payment: boolean;
  released_at: string | null;
  paid_at: string | null;
  free_until: string;
  waived_days: number;
  booked_dt: string | null;
  booked_note: string;
  opening_hours: string;
  handed_over_at: string | null;
  collected_by: string | null;
  handed_over_by: string | null;
  undone_at: string | null;
  documents: { id: number; name: string; file_name: string; key: string; size: number }[];
  storage_days: number | null;
  storage_cost: number | null;
  /** The database's clock. */
  now: string;
}

/**
 * The collection of auction `a` with standing `s`, as JSON. Staff get the newest. A station gets its own newest,
 * also after the purchase was undone (PICK-1, PICK-8). Null for everybody else.
 */
export function collectionColumn(viewer: Viewer): RawBuilder<unknown> {
  const { service_station_id } = viewer;
  const whose =
    service_station_id === null
      ? sql`true`
      : sql`k.service_station_id = ${service_station_id}::integer`;
  return sql`case when s.closed_at is not null then (
    select json_build_object(
      'release_code', k.release_code, 'release_after_payment', k.release_after_payment,
      'released_at', k.released_at, 'paid_at', k.paid_at, 'free_until', k.free_until, 'waived_days', k.waived_days,
      'booked_dt', k.booked_dt, 'booked_note', k.booked_note,
      'opening_hours', coalesce((select opening_hours from staging_areas where id = a.staging_area_id), ''),
      'handed_over_at', k.handed_over_at, 'collected_by', k.collected_by,
      'handed_over_by', case when k.handed_over_at is not null then (
        select coalesce(yard.name, company.name)
        from every_name u left join service_stations yard on yard.id = u.service_station_id
        where u.id = k.handed_over_by
      ) end,
      'documents', (
        select coalesce(json_agg(json_build_object(
          'id', d.id, 'name', d.name, 'file_name', d.file_name, 'key', d.document_key, 'size', d.size
        ) order by d.id), '[]')
        from sale_documents d where d.collection_id = k.id and d.removed_at is null
      ),
      'undone_at', k.undone_at, 'storage_days', k.storage_days, 'storage_cost', k.storage_cost,
      'now', statement_timestamp()
    )
    from collections k
    where k.auction_id = a.id and k.withdrawn_at is null and ${whose}
    order by k.id desc limit 1
  ) end`;
}

const instantOf = (written: string | null) => written && new Date(written).toISOString();

/** Converts a collection for its viewer. The winner gets the code once it is released (PICK-2). */
export function toCollection(viewer: Viewer, media: Media, row: CollectionRow): Collection {
  const { now, undone_at, ...rest } = row;
  const hasCode = viewer.service_station_id === null || row.released_at !== null;
  return {
    ...rest,
    ...storageOf(row),
    state: stateOf(row),
    release_code: hasCode ? row.release_code : null,
    released_at: instantOf(row.released_at),
    booked_dt: instantOf(row.booked_dt),
    handed_over_at: instantOf(row.handed_over_at),
    documents: row.documents.map(({ key, file_name, ...document }) => ({
      ...document,
      file: media.documentUrl(key, file_name),
    })),
  };
}

function stateOf({ handed_over_at, undone_at, booked_dt }: CollectionRow): Collection['state'] {
  if (handed_over_at !== null) return 'handed_over';
  if (undone_at !== null) return 'undone';
  return booked_dt === null ? 'awaiting' : 'booked';
}

/** The storage fee: frozen if set, otherwise computed now (PICK-6). */
export function storageOf(row: CollectionRow): Pick<Collection, 'storage_days' | 'storage_cost'> {
  const { storage_days, storage_cost, now } = row;
  if (storage_days !== null && storage_cost !== null) return { storage_days, storage_cost };
  const released_at = row.released_at === null ? null : new Date(row.released_at);
  const days = storageDays({ ...row, released_at }, new Date(now));
  return { storage_days: days, storage_cost: storageCost(days) };
}

/** A deregistration as read as JSON. */
export type DeregistrationRow = Omit<Deregistration, 'file'> & {
  document: { key: string; name: string; size: number } | null;
};

/**
 * The deregistration of `auctions a` with standing `s`, as JSON. Staff get the current one, a station its own.
 * Null for everybody else, and if the seller does not follow deregistrations (DISM-7).
 */
export function deregistrationColumn(viewer: Viewer): RawBuilder<DeregistrationRow | null> {
  const { service_station_id } = viewer;
  const isTheirs =
    service_station_id === null
      ? sql`true`
      : sql`d.service_station_id = ${service_station_id}::integer`;
  return sql`case when s.winner_notified_at is not null then (
    select json_build_object(
      'due_date', d.due_date, 'state', d.state, 'certificate_id', sent.id, 'kind', sent.kind, 'date', sent.date,
      'document', case when sent.id is not null then json_build_object(
        'key', sent.document_key, 'name', sent.document_name, 'size', sent.document_size
      ) end,
      'returned_reason', d.returned_reason
    )
    from deregistrations d
    left join lateral (
      select * from certificates c where c.deregistration_id = d.id order by c.id desc limit 1
    ) sent on true
    where d.auction_id = a.id and d.withdrawn_at is null and ${isTheirs}
  ) end`;
}

/** Converts a row to the API's form, with signed URLs. */
export function toDeregistration(media: Media, row: DeregistrationRow): Deregistration {
  const { document, ...rest } = row;
  return {
    ...rest,
    file: document && {
      name: document.name,
      file: media.documentUrl(document.key, document.name),
      size: document.size,
    },
  };
}
