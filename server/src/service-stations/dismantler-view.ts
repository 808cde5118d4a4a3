import type { Dismantler } from '@restvarde/contract/dismantlers';
import { type RawBuilder, sql } from 'kysely';
import type { Media } from '../media/media.ts';

/** A row of `dismantlerColumn`. Fields that the viewer may not see are null. */
export interface DismantlerRow {
  dismantler:
    | (Omit<Dismantler, 'document' | 'checked_at'> & {
        document: { key: string; name: string; size: number } | null;
        checked_at: string | null;
      })
    | null;
}

/**
 * The authorisation of `service_stations s` as JSON, with today's status (DISM-2). `sees` has two conditions in
 * SQL: whether the viewer may see the document, and whether the note and the name of the person who checked it.
 */
export const dismantlerColumn = (sees: {
  document: RawBuilder<boolean>;
  note: RawBuilder<boolean>;
}) => sql<DismantlerRow['dismantler']>`(
  select json_build_object(
    'number', d.number,
    'county', d.county,
    'valid_to', d.valid_to,
    'note', case when ${sees.note} then d.note end,
    'document', case when ${sees.document} and d.document_key is not null then json_build_object(
      'key', d.document_key, 'name', d.document_name, 'size', d.document_size
    ) end,
    'status', case
      when d.checked_at is null then 'unchecked'
      when is_dismantler(s.id) then 'valid'
      else 'expired'
    end,
    'checked_at', d.checked_at,
    'checked_by', case when ${sees.note} then (
      select u.first_name || ' ' || u.last_name from every_name u where u.id = d.checked_by
    ) end,
    'checked_company', (select c.name from companies c where c.id = d.checked_company_id)
  )
  from dismantlers d
  where d.service_station_id = s.id
)`;

/** Converts a row for the API: the document's URL signed, the time as an instant. */
export function withDismantler<R extends DismantlerRow>(
  media: Media,
  row: R,
): Omit<R, 'dismantler'> & { dismantler: Dismantler | null } {
  const { dismantler } = row;
  if (dismantler === null) return { ...row, dismantler };
  const { document, checked_at } = dismantler;
  return {
    ...row,
    dismantler: {
      ...dismantler,
      document: document && {
        name: document.name,
        file: media.documentUrl(document.key, document.name),
        size: document.size,
      },
      checked_at: checked_at && new Date(checked_at).toISOString(),
    },
  };
}
