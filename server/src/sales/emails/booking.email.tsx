import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import {
  AUCTION_URL,
  CAR,
  LONG_CAR,
  LONG_PLACE,
  SAMPLE_END,
} from '../../auctions/emails/samples.ts';
import { dateAndTime, objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { WorkerContext } from '../../context.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { type CollectionFacts, readCollectionFacts } from './collection-facts.ts';

export interface BookingJob {
  kind: 'booking';
  collection_id: number;
  to: 'manager' | 'yard';
  /** The yard that the object is moved from or to. Otherwise the yard where it is. */
  yard_id?: number;
  /** The booking that the recipient knows, with an ISO 8601 time. Null if it knows of none. */
  before: { booked_dt: string | null; booked_note: string };
}

const NO_BOOKING = { booked_dt: null, booked_note: '' };

/** Null if the booking has not changed, the object is handed over, or there is no recipient. */
const read: ReadEmail<BookingJob, BookingProps> = async (
  context,
  { collection_id, to, yard_id, before },
) => {
  const facts = await readCollectionFacts(context, collection_id);
  if (!facts || facts.handed_over_at !== null) return null;
  const email =
    to === 'manager'
      ? facts.manager_email
      : yard_id === undefined
        ? facts.yard_email
        : await yardEmail(context, yard_id);
  const isElsewhere = yard_id !== undefined && yard_id !== facts.yard_id;
  const booking = isElsewhere ? NO_BOOKING : bookingOf(facts);
  const was = before.booked_dt === null ? null : new Date(before.booked_dt);
  const isSame = booking.booked_dt?.getTime() === was?.getTime();
  if (!email || (isSame && booking.booked_note === before.booked_note)) return null;
  const { publicUrl } = context.config;
  return {
    to: email,
    props: {
      ...facts,
      ...booking,
      to,
      was,
      moved: yard_id === undefined ? null : isElsewhere ? 'away' : 'here',
      page_url:
        to === 'manager' ? `${publicUrl}/auctions/${facts.auction_id}` : `${publicUrl}/handovers`,
    },
    top: await letterheadOf(context, facts.auction_id),
  };
};

/** A former buyer's booking does not count. */
function bookingOf({ booked_dt, booked_note, undone_at, withdrawn_at }: CollectionFacts) {
  const isOver = undone_at !== null || withdrawn_at !== null;
  return isOver ? NO_BOOKING : { booked_dt, booked_note };
}

/** Returns the address of a station's contact. Null if there is none. */
async function yardEmail({ pool }: WorkerContext, yard_id: number): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select u.email from mail_readers u
    join service_stations yard on yard.id = u.service_station_id and yard.removed_at is null
    where yard.id = ${yard_id}
    order by u.id limit 1`.execute(pool.db);
  return rows[0]?.email ?? null;
}

type BookingProps = Pick<
  CollectionFacts,
  | 'number'
  | 'manufacturer'
  | 'model'
  | 'registration_number'
  | 'staging_area_name'
  | 'service_station_name'
  | 'booked_dt'
  | 'booked_note'
> & {
  to: 'manager' | 'yard';
  /** The former time. */
  was: Date | null;
  /** Sent because the object was moved: to the recipient or away from it. */
  moved: 'here' | 'away' | null;
  page_url: string;
};

/** The change, as words for the subject. */
function headingOf({ booked_dt, was, moved }: BookingProps): string {
  if (moved === 'away') return 'Hämtas på annan plats';
  if (booked_dt === null) return 'Hämtning avbokad';
  if (was === null) return 'Hämtning bokad';
  return booked_dt.getTime() === was.getTime() ? 'Bokad hämtning ändrad' : 'Hämtning flyttad';
}

/**
 * Sent to the manager and the yard: when the buyer collects, or that it does not (PICK-4). Has no code or amount.
 */
function BookingEmail(booking: BookingProps) {
  const { booked_dt, was, to, moved } = booking;
  const when = booked_dt && dateAndTime(booked_dt);
  const heading = headingOf(booking);
  return (
    <Layout
      heading={`${heading}: ${objectName(booking)}`}
      preview={`${booking.service_station_name} ${when === null ? 'kommer inte som bokat.' : `hämtar ${when}.`}`}
      reason={
        to === 'manager'
          ? 'Du får det här mejlet eftersom du ansvarar för auktionen. Mejlet hör till auktionen och kan inte väljas bort.'
          : `Du får det här mejlet eftersom objektet ${moved === 'away' ? 'stod' : 'står'} hos er. Mejlet hör till auktionen och kan inte väljas bort.`
      }
    >
      {moved !== null && (
        <Paragraph>
          {moved === 'here'
            ? 'Objektet har flyttats till er, och köparen har redan bokat när det hämtas.'
            : 'Objektet står inte längre hos er. Köparen hämtar det på den nya platsen.'}
        </Paragraph>
      )}
      <Facts>
        <Fact name="Auktion">{booking.number}</Fact>
        {booking.registration_number !== '' && (
          <Fact name="Reg.nr">{booking.registration_number}</Fact>
        )}
        <Fact name="Köpare">{booking.service_station_name}</Fact>
        {moved !== 'away' && <Fact name="Finns på">{booking.staging_area_name}</Fact>}
        {when !== null && <Fact name="Hämtas">{when}</Fact>}
        {was !== null && was.getTime() !== booked_dt?.getTime() && (
          <Fact name="Tidigare bokat">{dateAndTime(was)}</Fact>
        )}
        {booking.booked_note !== '' && (
          <Fact name="Köparens meddelande">{booking.booked_note}</Fact>
        )}
      </Facts>
      <Button url={booking.page_url}>
        {to === 'manager' ? 'Visa auktionen' : 'Visa utlämningar'}
      </Button>
    </Layout>
  );
}

const DAY_MS = 86_400_000;

const ordinary: BookingProps = {
  ...CAR,
  registration_number: 'ABC123',
  staging_area_name: 'Bärgarn i Örebro',
  service_station_name: 'Lind Bil & Plåt',
  booked_dt: SAMPLE_END,
  booked_note: 'Kim kommer med biltransport, ABC 123.',
  to: 'manager',
  was: null,
  moved: null,
  page_url: AUCTION_URL,
};

export default {
  name: 'Bokad hämtning',
  read,
  subject: (booking) => `${headingOf(booking)}: ${subjectOf(booking)}`,
  template: BookingEmail,
  samples: {
    'bokad, till handläggaren': ordinary,
    'flyttad, till platsen, långa namn': {
      ...ordinary,
      ...LONG_CAR,
      to: 'yard',
      staging_area_name: LONG_PLACE,
      was: new Date(SAMPLE_END.getTime() - DAY_MS),
    },
    avbokad: { ...ordinary, booked_dt: null, booked_note: '', was: SAMPLE_END },
    'till platsen som objektet har flyttats till': { ...ordinary, to: 'yard', moved: 'here' },
    'till platsen som objektet har flyttats från': {
      ...ordinary,
      to: 'yard',
      moved: 'away',
      booked_dt: null,
      booked_note: '',
      was: SAMPLE_END,
    },
  },
} satisfies EmailDefinition<BookingJob, BookingProps>;
