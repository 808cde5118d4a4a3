import type { Viewer } from '@restvarde/contract/roles';
import type { Deregistration } from '@restvarde/contract/sale/deregistration';
import { type RawBuilder, sql } from 'kysely';
import type { Media } from '../../media/media.ts';

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
