import {
  AUCTION_URL,
  CAR,
  LONG_CAR,
  LONG_PLACE,
  SAMPLE_END,
} from '../../auctions/emails/samples.ts';
import { dateAndTime, objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import type { CollectionFacts } from './collection-facts.ts';

export type BookingProps = Pick<
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

export const subject = (booking: BookingProps) => `${headingOf(booking)}: ${subjectOf(booking)}`;

/**
 * Sent to the manager and the yard: when the buyer collects, or that it does not (PICK-4). Has no code or amount.
 */
export default function BookingEmail(booking: BookingProps) {
  const { booked_dt, was, to, moved } = booking;
  const when = booked_dt && dateAndTime(booked_dt);
  const heading = headingOf(booking);
  return (
    <Layout
      heading={`${heading}: ${objectName(booking)}`}
      preview={`${booking.service_station_name} ${when === null ? 'kommer inte som bokat.' : `hämtar ${when}.`}`}
      reason={
        to === 'manager'
          ? 'Du får det här mejlet eftersom du ansvarar för auktionen. Det går inte att stänga av.'
          : `Du får det här mejlet eftersom objektet ${moved === 'away' ? 'stod' : 'står'} hos er. Det går inte att stänga av.`
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

export const samples = {
  'bokad, till handläggaren': ordinary,
  'flyttad, till platsen, långa namn': {
    ...ordinary,
    ...LONG_CAR,
    to: 'yard' as const,
    staging_area_name: LONG_PLACE,
    was: new Date(SAMPLE_END.getTime() - DAY_MS),
  },
  avbokad: { ...ordinary, booked_dt: null, booked_note: '', was: SAMPLE_END },
  'till platsen som objektet har flyttats till': {
    ...ordinary,
    to: 'yard' as const,
    moved: 'here' as const,
  },
  'till platsen som objektet har flyttats från': {
    ...ordinary,
    to: 'yard' as const,
    moved: 'away' as const,
    booked_dt: null,
    booked_note: '',
    was: SAMPLE_END,
  },
};
