import { createAuction } from '@restvarde/contract/auctions/save-auction';
import type { Company } from '@restvarde/contract/companies/companies';
import { upload } from '../../base/api/upload.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { appendList, newDraft, toFormData } from './draft/auction-draft.ts';
import type { Listing } from './listing-form.tsx';

/** A new object (FORM-1). `company` is set for a superuser only. */
export function newListing(facts: Company, company: string | undefined, user_id: number): Listing {
  return {
    initial: newDraft(facts, serverClock.now()),
    draft_key: `${user_id}.${company ?? 'own'}`,
    send(draft, { pictures, documents }, key) {
      const body = toFormData(draft);
      appendList(body, 'image_uploads', pictures.uploaded);
      appendList(body, 'file_uploads', documents.uploaded);
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
  const parts = [time && `klockan ${time}`, days && formatCount(days, 'dag', 'dagar')];
  const preset = parts.filter(Boolean).join(', ');
  return preset === '' ? undefined : `Förvalt: ${preset}.`;
}
