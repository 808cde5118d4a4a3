import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { DEREGISTRATION_HOW } from '@restvarde/contract/sale/deregistration';
import { BUYER_ACT, currentStep, journey } from '@restvarde/contract/sale/journey';
import { showCode } from '@restvarde/contract/sale/release-code';
import { freeStorageSentence } from '@restvarde/contract/sale/storage';
import {
  paymentSentence,
  registrationSentence,
  STORAGE_SENTENCE,
} from '@restvarde/contract/sale/winner-steps';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Code, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';
import { readMessageAbout } from './letterhead-of.ts';
import { LONG_SALE, PLACE, PLACE_WITHOUT_ADDRESS, SALE, SAMPLE_END } from './samples.ts';
import { type AuctionAndSeller, dayInWords, objectName, placeOf, subjectOf } from './words.ts';

export interface WinnerJob {
  kind: 'winner';
  auction_id: number;
  bid_id: number;
}

/** Null if that bid is no longer the winning bid. */
const read: ReadEmail<WinnerJob, WinnerProps> = (context, job) =>
  readMessageAbout<WinnerProps>(
    context,
    job.auction_id,
    sql`
    select a.number, a.manufacturer, a.model, b.amount, b.is_offer, s.end_dt, a.staging_area_name,
      a.damage_condition, s.winner_notified_at,
      place.street as place_street, place.postal as place_postal, place.city as place_city,
      k.release_code, k.release_after_payment, k.free_until, d.due_date as deregistration_due,
      c.name as company_name, c.email as company_email, c.phone as company_phone, u.email
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    left join staging_areas area on area.id = a.staging_area_id
    left join service_stations place on place.id = area.service_station_id
    join bids b on b.auction_id = a.id and b.id = s.winning_bid_id
    join service_stations station on station.id = b.service_station_id and station.removed_at is null
    join mail_readers u on u.service_station_id = station.id
    left join lateral (
      select case when released_at is not null then release_code end as release_code, release_after_payment, free_until
      from collections
      where auction_id = a.id and bid_id = b.id and undone_at is null and withdrawn_at is null
    ) k on true
    left join deregistrations d on d.auction_id = a.id and d.bid_id = b.id and d.withdrawn_at is null
      and d.state <> 'waived'
    where a.id = ${job.auction_id} and s.winning_bid_id = ${job.bid_id} and a.deleted_at is null
      and s.winner_notified_at is not null`,
  );

export interface WinnerProps extends AuctionAndSeller {
  amount: number;
  /** The price comes from an offer that the buyer has accepted (OFFER-9). */
  is_offer: boolean;
  damage_condition: AuctionCard['damage_condition'];
  winner_notified_at: Date;
  end_dt: Date;
  staging_area_name: string;
  /** The address of the service station that has the object. */
  place_street: string | null;
  place_postal: string | null;
  place_city: string | null;
  /** Null until the payment is registered, and in an email about an object whose collection is over. */
  release_code: string | null;
  release_after_payment: boolean | null;
  /** The last day of free storage, YYYY-MM-DD. */
  free_until: string | null;
  /** The last day to deregister, YYYY-MM-DD, if the seller follows it (DISM-7). */
  deregistration_due: string | null;
}

/** «Du har vunnit»: the amount, the next steps, deadlines, place and contact (MAIL-1). */
function WinnerEmail(won: WinnerProps) {
  const lastDay = dayInWords(won.free_until ?? pickupDate(won.end_dt));
  const steps = stepsOf(won);
  const act = currentStep(steps)?.buyer;
  const amount = `${formatKronor(won.amount)} exkl. moms`;
  return (
    <Layout
      heading={`Du har vunnit ${objectName(won)}`}
      preview={`Hämta objektet senast ${lastDay}. ${won.is_offer ? `Du köper det för ${amount}.` : `Ditt bud på ${amount} vann.`}`}
      reason={`Du får det här mejlet eftersom din verkstad har ${won.is_offer ? 'antagit ett erbjudande' : 'lagt det vinnande budet'}. Mejlet hör till köpet och kan inte väljas bort.`}
    >
      <Paragraph>
        {won.is_offer
          ? `Du har antagit erbjudandet från ${won.company_name}.`
          : `${won.company_name} har valt ditt bud.`}{' '}
        Hämta objektet senast {lastDay}.
      </Paragraph>
      <Facts>
        <Fact name="Auktion">{won.number}</Fact>
        <Fact name={won.is_offer ? 'Pris' : 'Ditt bud'}>{amount}</Fact>
        <Fact name="Finns på">{placeOf(won)}</Fact>
        {steps.flatMap(({ kind, title, when }) =>
          when === ''
            ? []
            : [
                <Fact key={kind} name={title}>
                  {when}
                </Fact>,
              ],
        )}
      </Facts>
      <Paragraph>{paymentSentence(won.company_name, false)}</Paragraph>
      <ReleaseCode {...won} />
      <Paragraph>
        {won.free_until === null ? STORAGE_SENTENCE : freeStorageSentence(won.free_until)}
      </Paragraph>
      <Paragraph>{registrationSentence(won)}</Paragraph>
      {won.deregistration_due !== null && (
        <Paragraph>Säljaren följer upp att fordonet avregistreras. {DEREGISTRATION_HOW}</Paragraph>
      )}
      <Paragraph>De allmänna köpvillkoren gäller för köpet.</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>{act ? BUYER_ACT[act] : 'Visa auktionen'}</Button>
    </Layout>
  );
}

/** The steps of the purchase as it begins (PICK-14). */
const stepsOf = (won: WinnerProps) =>
  journey(
    {
      ...won,
      winning_bid: won.amount,
      collection: {
        state: 'awaiting',
        release_after_payment: won.release_after_payment === true,
        released_at: won.release_code === null ? null : won.winner_notified_at.toISOString(),
        paid_at: null,
        free_until: won.free_until ?? pickupDate(won.end_dt),
        storage_days: 0,
        storage_cost: 0,
        waived_days: 0,
        booked_dt: null,
        handed_over_at: null,
      },
      deregistration:
        won.deregistration_due === null
          ? null
          : { state: 'awaiting', due_date: won.deregistration_due, returned_reason: null },
    },
    won.winner_notified_at,
  );

/** The release code of the object, or when it will be available (PICK-2). */
function ReleaseCode({ release_code, release_after_payment }: WinnerProps) {
  if (release_code !== null) {
    return (
      <>
        <Paragraph>Visa den här koden när du hämtar:</Paragraph>
        <Code>{showCode(release_code)}</Code>
      </>
    );
  }
  if (!release_after_payment) return null;
  return (
    <Paragraph>
      Objektet lämnas ut efter betalning. Hämtkoden mejlas när betalningen är noterad.
    </Paragraph>
  );
}

const ordinary: WinnerProps = {
  ...SALE,
  amount: 52_000,
  is_offer: false,
  damage_condition: 'REPAIR',
  winner_notified_at: SAMPLE_END,
  end_dt: SAMPLE_END,
  ...PLACE,
  release_code: 'K7M2QX',
  release_after_payment: false,
  free_until: '2026-11-30',
  deregistration_due: null,
};

export default {
  name: 'Du har vunnit',
  read,
  subject: (won) => `Du har vunnit: ${subjectOf(won)}`,
  template: WinnerEmail,
  samples: {
    vanligt: ordinary,
    'antaget erbjudande': { ...ordinary, is_offer: true },
    'för demontering, långa namn': {
      ...ordinary,
      ...LONG_SALE,
      amount: 999_999_999,
      damage_condition: 'DISASSEMBLY',
      release_code: null,
      release_after_payment: true,
      deregistration_due: '2026-12-30',
      ...PLACE_WITHOUT_ADDRESS,
    },
  },
} satisfies EmailDefinition<WinnerJob, WinnerProps>;
