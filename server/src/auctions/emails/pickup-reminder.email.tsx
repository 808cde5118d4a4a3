import { formatKronor } from '@restvarde/contract/money';
import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import { freeStorageSentence } from '@restvarde/contract/sale/storage';
import { registrationSentence } from '@restvarde/contract/sale/winner-steps';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';
import { readMessageAbout } from './letterhead-of.ts';
import winner, { type WinnerProps } from './winner.email.tsx';
import { dayInWords, objectName, placeOf, shortName } from './words.ts';

export interface PickupReminderJob {
  kind: 'pickup-reminder';
  auction_id: number;
  bid_id: number;
}

/** Null if it is no longer the winning bid, or there is no recipient. */
const read: ReadEmail<PickupReminderJob, PickupReminderProps> = (context, job) =>
  readMessageAbout<PickupReminderProps>(
    context,
    job.auction_id,
    sql`
    select u.email, a.number, a.manufacturer, a.model, b.amount, b.is_offer, s.end_dt,
      a.staging_area_name, a.damage_condition, s.winner_notified_at, k.free_until, k.booked_dt is not null as is_booked,
      place.street as place_street, place.postal as place_postal, place.city as place_city,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from auctions a
    join auction_standings s on s.auction_id = a.id and s.winner_notified_at is not null
    join companies c on c.id = a.company_id
    left join staging_areas area on area.id = a.staging_area_id
    left join service_stations place on place.id = area.service_station_id
    join bids b on b.auction_id = a.id and b.id = s.winning_bid_id and b.id = ${job.bid_id}
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    join collections k on k.auction_id = a.id and k.bid_id = b.id
      and k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null
    where a.id = ${job.auction_id} and a.deleted_at is null
    order by u.id`,
  );

type PickupReminderProps = Omit<
  WinnerProps,
  'release_code' | 'release_after_payment' | 'free_until' | 'deregistration_due'
> & {
  /** The last day of free storage, YYYY-MM-DD. */
  free_until: string;
  is_booked: boolean;
};

/** Sent to the winner during the last days to collect. */
function PickupReminderEmail(won: PickupReminderProps) {
  const lastDay = dayInWords(won.free_until);
  const disregard = 'Har du redan hämtat objektet kan du bortse från påminnelsen.';
  return (
    <Layout
      heading={`Hämta senast ${lastDay}: ${objectName(won)}`}
      preview={disregard}
      reason="Det här är en engångspåminnelse. Mejlet hör till köpet och kan inte väljas bort."
    >
      <Paragraph>{disregard}</Paragraph>
      <Facts>
        <Fact name="Auktion">{won.number}</Fact>
        <Fact name={won.is_offer ? 'Pris' : 'Ditt bud'}>{formatKronor(won.amount)} exkl. moms</Fact>
        <Fact name="Hämta senast">{lastDay}</Fact>
        <Fact name="Finns på">{placeOf(won)}</Fact>
      </Facts>
      <Paragraph>{freeStorageSentence(won.free_until)}</Paragraph>
      <Paragraph>{registrationSentence(won)}</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>{BUYER_ACT[won.is_booked ? 'show pass' : 'book']}</Button>
    </Layout>
  );
}

export default {
  name: 'Påminnelse om hämtning',
  read,
  subject: (won) => `Påminnelse: hämta ${shortName(won)} senast ${dayInWords(won.free_until)}`,
  template: PickupReminderEmail,
  samples: Object.fromEntries(
    Object.entries(winner.samples).map(([name, won]) => [
      name,
      { ...won, free_until: '2026-11-30', is_booked: won.is_offer },
    ]),
  ),
} satisfies EmailDefinition<PickupReminderJob, PickupReminderProps>;
