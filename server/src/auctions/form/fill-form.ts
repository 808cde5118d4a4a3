import {
  type AuctionForm,
  auctionChangeForm,
  type SentAuctionForm,
} from '@restvarde/contract/auctions/auction-form';
import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { messagesByField } from '@restvarde/contract/errors';
import { refuse } from '../../http/domain-error.ts';

/**
 * Fills missing fields of a sent form with the stored values (FORM-1).
 * @throws DomainError 400 for each invalid field
 */
export function fillForm(stored: AuctionForm, sent: SentAuctionForm): AuctionForm {
  const sentFields = Object.entries(sent).filter(([, value]) => value !== undefined);
  const parsed = auctionChangeForm.safeParse({
    ...textOf(stored),
    ...Object.fromEntries(sentFields),
    // Form data cannot express an empty list.
    category_ids: sent.category_ids,
  });
  if (!parsed.success) throw refuse.fields(messagesByField(parsed.error));
  // Keep the stored time: it has milliseconds and is unambiguous when the clock goes back.
  return {
    ...parsed.data,
    ...(sent.start_dt === undefined && { start_dt: stored.start_dt }),
    ...(sent.end_dt === undefined && { end_dt: stored.end_dt }),
  };
}

/** The fields as a page would send them, without the categories. */
export function textOf({
  start_dt,
  end_dt,
  category_ids: _ids,
  ...rest
}: AuctionForm): SentAuctionForm {
  const fields = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''),
  ]);
  return {
    ...Object.fromEntries(fields),
    start_dt: localText(start_dt),
    end_dt: localText(end_dt),
  };
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});

const localText = (at: Date) => `${stockholmDate(at)}T${clock.format(at)}`;
