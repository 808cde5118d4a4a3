import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import {
  type AuctionField,
  COPIED_FIELDS,
  type CopiedField,
  FIELD_NAMES,
} from '@restvarde/contract/auctions/fields';
import { type RawBuilder, sql } from 'kysely';
import type { Auctions } from '../../db/types.generated.ts';

/** The stored values of an auction's form. */
export type StoredForm = Required<AuctionForm>;

/** The stored values that are copied when an object is relisted (RELIST-2). */
export type CopiedForm = Pick<StoredForm, CopiedField>;

/** The fields that are not columns of the same name in `auctions`. */
const COLUMNS: Partial<Record<AuctionField, RawBuilder<unknown>>> = {
  category_ids: sql`array(select category_id from auction_categories where auction_id = a.id order by category_id)`,
  staging_area: sql`a.staging_area_id`,
  end_dt: sql`s.end_dt`,
} satisfies Record<Exclude<AuctionField, keyof Auctions>, RawBuilder<unknown>>;

const columns = (fields: readonly AuctionField[]) =>
  sql.join(
    fields.map((field) => sql`${COLUMNS[field] ?? sql.ref(`a.${field}`)} as ${sql.ref(field)}`),
  );

/** The columns of `StoredForm`, of `a` (auctions) and `s` (auction_standings). */
export const storedColumns = columns(FIELD_NAMES);

/** The columns of `CopiedForm`, of `a` (auctions). */
export const copiedColumns = columns(COPIED_FIELDS);
