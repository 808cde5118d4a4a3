import { SECOND_FACTOR_SENTENCE } from '@restvarde/contract/auth/second-factor';
import {
  COMPANY_NAME_TAKEN,
  type CompanySettings,
} from '@restvarde/contract/companies/company-settings';
import { PICTURE_FAULT } from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { DomainError, refuse, type Unique, unlessTaken } from '../http/domain-error.ts';
import type { Upload } from '../http/uploads.ts';
import { difference, writeCompanyAudit } from './audit.ts';
import { COPIED_SETTINGS, followSettings } from './copied-settings.ts';

/** Company names are unique, ignoring case (DATA-1). */
export const UNIQUE_COMPANY: Unique = { companies_by_name: ['name', COMPANY_NAME_TAKEN] };

/**
 * Changes a company's settings; its auctions that have not begun follow in the same transaction (SET-1, BID-4, GEN-2).
 * @throws DomainError 404 if there is no such company; 400 for a taken name, and for requiring a second factor that the
 * viewer lacks; 415 if the logo is not a picture.
 */
export async function changeCompany(
  context: AppContext,
  viewer: Viewer,
  id: number | null,
  settings: CompanySettings,
  uploads: Upload[],
): Promise<void> {
  const { pool, media } = context;
  const { logo, ...fields } = settings;
  const upload = uploads.find(({ field }) => field === 'logo');
  const stored = upload && (await media.putLogo(upload.path, viewer.user_id));
  if (stored !== undefined && 'fault' in stored) {
    throw new DomainError(415, { logo: [PICTURE_FAULT[stored.fault]] });
  }
  const key = stored?.key;
  const logoKey = key ?? (logo === null ? null : undefined);
  try {
    const replaced = await unlessTaken(UNIQUE_COMPANY, () =>
      pool.db
        .transaction()
        .execute((tx) => store(tx, viewer, id, { ...fields, logo_key: logoKey })),
    );
    if (replaced) await media.remove(replaced);
  } catch (error) {
    if (key) await media.remove(key);
    throw error;
  }
}

type Stored = Omit<CompanySettings, 'logo'> & { logo_key?: string | null | undefined };

/** Returns the key of a replaced logo. */
async function store(
  tx: Tx,
  viewer: Viewer,
  id: number | null,
  settings: Stored,
): Promise<string | null> {
  // New auctions take the same lock: they copy either the old rules, and follow this change, or the new.
  const found = await tx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id ?? -1)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw refuse.notFound();
  const before = {
    ...found,
    default_end_dt_increment_time: found.default_end_dt_increment_time.slice(0, 5),
  };
  const change = difference<Omit<typeof before, 'created_at' | 'id'>>(before, settings);
  if (!change) return null;
  if (change.after.requires_second_factor) await assertOwnSecondFactor(tx, viewer);
  const { bid_increment_intervals: ladder, ...rest } = change.after;
  await tx
    .updateTable('companies')
    .set({ ...rest, ...(ladder ? { bid_increment_intervals: JSON.stringify(ladder) } : {}) })
    .where('id', '=', found.id)
    .execute();
  await writeCompanyAudit(tx, viewer, found.id, 'change company', change);
  if (Object.keys(COPIED_SETTINGS).some((setting) => setting in change.after))
    await followSettings(tx, found.id, viewer.user_id);
  return 'logo_key' in change.after ? found.logo_key : null;
}

/**
 * An admin who requires a second factor must have one: they know how to add it, and do not lock themselves out (SEC-7).
 */
async function assertOwnSecondFactor(tx: Tx, viewer: Viewer): Promise<void> {
  const { rows } = await sql`
    select from users u where u.id = ${viewer.user_id} and not u.is_superuser and not u.is_ad_user
      and not exists (select from second_factors f where f.user_id = u.id)`.execute(tx);
  if (rows.length > 0)
    throw refuse.field('requires_second_factor', SECOND_FACTOR_SENTENCE.ownFirst);
}
