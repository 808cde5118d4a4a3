import { createAuction } from '@restvarde/contract/auctions/save-auction';
import type { Company } from '@restvarde/contract/companies/companies';
import { upload } from '../../base/api/upload.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { appendList, newDraft, toFormData } from './draft/auction-draft.ts';
import type { Listing } from './listing-form.tsx';
import type { ListingFacts } from './prepared-listing.tsx';

/** A new object (FORM-1, FORM-16). `company` is set for a superuser only. */
export function newListing(
  { facts, categories, kept }: ListingFacts,
  company: string | undefined,
  user_id: number,
): Listing {
  return {
    initial: { ...newDraft(facts, serverClock.now(), categories), ...kept },
    draft_key: `${user_id}.${company ?? 'own'}`,
    send(draft, { pictures, documents }, key) {
      const body = toFormData(draft);
      appendList(body, 'image_uploads', pictures.uploaded);
      appendList(body, 'image_views', pictures.subjects);
      appendList(body, 'file_uploads', documents.uploaded);
      appendList(body, 'file_kinds', documents.subjects);
      return upload(createAuction, { query: { company }, body, key });
    },
    preset: presetTimes(facts),
    submitLabel: 'Lägg till auktion',
    done: (number) => `Auktion ${number} är tillagd.`,
  };
}

/** The origin of the initial times (FORM-2). */
function presetTimes(facts: Company): string | undefined {
  const { default_end_dt_increment_days: days, default_end_dt_increment_time: time } = facts;
  const span = days ? formatCount(days, 'dag', 'dagar') : '';
  if (!time) return span === '' ? undefined : `Ni brukar ha ${span} mellan start och slut.`;
  return `Ni brukar starta och sluta klockan ${time}${span === '' ? '' : `, med ${span} emellan`}.`;
}
