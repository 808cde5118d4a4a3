import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { may } from '../roles.ts';
import { FORM_SENTENCE, localTime } from './auction-form.ts';

/** The most auctions of one act (LIST-15). */
export const MAX_CHOSEN = 100;

const moved = z.object({
  auction_id: id,
  /** Why its end was not moved; null if it was. */
  error: z.nullable(z.string()),
});

export type MovedEnd = z.infer<typeof moved>;

/**
 * Moves the end of each of the auctions to one time on Stockholm's clocks, `YYYY-MM-DDTHH:MM`. Each is checked
 * separately, as when its form is saved (AUC-15); a refusal does not affect the others (LIST-15).
 */
export const moveEnds = endpoint({
  method: 'POST',
  path: '/api/auctions/end-times',
  summary: 'Flytta slutet för flera auktioner',
  may: may.manageAuctions,
  body: z.object({
    auction_ids: z
      .array(id)
      .check(
        z.minLength(1, 'Välj minst en auktion.'),
        z.maxLength(MAX_CHOSEN, `Välj högst ${MAX_CHOSEN} auktioner.`),
      ),
    end_dt: localTime(FORM_SENTENCE.endDate, FORM_SENTENCE.endTime),
  }),
  reply: z.object({ results: z.array(moved) }),
});
