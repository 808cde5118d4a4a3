import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_PLACE, LONG_SALE, PLACE, SALE, SAMPLE_END } from '../../auctions/emails/samples.ts';
import {
  type AuctionAndSeller,
  dateAndTime,
  dayInWords,
  objectName,
  placeOf,
  subjectOf,
} from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';
import { type CollectionFacts, readCollectionFacts } from './collection-facts.ts';

export interface PickupMovedJob {
  kind: 'pickup-moved';
  collection_id: number;
  /** The place in the last email that the recipient got about it. */
  before: Place;
}

/** Null if nothing has changed, the object is handed over, or there is no recipient. */
const read: ReadEmail<PickupMovedJob, PickupMovedProps> = async (
  context,
  { collection_id, before },
) => {
  const facts = await readCollectionFacts(context, collection_id);
  if (!facts?.winner_email) return null;
  if (facts.handed_over_at ?? facts.undone_at ?? facts.withdrawn_at) return null;
  const fields = Object.keys(before) as (keyof Place)[];
  if (fields.every((field) => facts[field] === before[field])) return null;
  return messageAbout(context, facts.auction_id, facts.winner_email, { ...facts, before });
};

/** Where and when an object is collected. */
export type Place = Pick<
  CollectionFacts,
  'staging_area_name' | 'place_street' | 'place_postal' | 'place_city' | 'opening_hours'
>;

type PickupMovedProps = Place &
  AuctionAndSeller &
  Pick<CollectionFacts, 'free_until' | 'booked_dt'> & { before: Place };

const isMoved = (pickup: PickupMovedProps) => placeOf(pickup) !== placeOf(pickup.before);

const headingOf = (pickup: PickupMovedProps) =>
  isMoved(pickup) ? 'Ny plats för hämtning' : 'Nya öppettider för hämtning';

/** Sent to a winner who has not collected yet: the place or the opening hours have changed (PICK-11). */
function PickupMovedEmail(pickup: PickupMovedProps) {
  const { before, opening_hours, booked_dt } = pickup;
  return (
    <Layout
      heading={`${headingOf(pickup)}: ${objectName(pickup)}`}
      preview={
        isMoved(pickup)
          ? `Objektet finns nu på ${placeOf(pickup)}.`
          : `Öppet: ${opening_hours || 'fråga säljaren'}.`
      }
      reason="Du får det här mejlet eftersom din verkstad har vunnit auktionen. Mejlet hör till köpet och kan inte väljas bort."
    >
      <Facts>
        <Fact name="Auktion">{pickup.number}</Fact>
        <Fact name="Finns på">{placeOf(pickup)}</Fact>
        {isMoved(pickup) && <Fact name="Fanns på">{placeOf(before)}</Fact>}
        {opening_hours !== '' && <Fact name="Öppettider">{opening_hours}</Fact>}
        <Fact name="Fri lagring t.o.m.">{dayInWords(pickup.free_until)}</Fact>
        {booked_dt !== null && <Fact name="Du har bokat">{dateAndTime(booked_dt)}</Fact>}
      </Facts>
      <Paragraph>
        {booked_dt === null
          ? 'Boka när du hämtar på auktionens sida.'
          : 'Tiden som du har bokat står kvar. Passar den inte längre bokar du en ny på auktionens sida.'}
      </Paragraph>
      <Questions {...pickup} />
      <Button url={pickup.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const BEFORE: Place = { ...PLACE, opening_hours: 'Mån–fre 8–16' };

const ordinary: PickupMovedProps = {
  ...SALE,
  staging_area_name: 'Bilskroten i Kumla',
  place_street: 'Sandvägen 3',
  place_postal: '69232',
  place_city: 'Kumla',
  opening_hours: 'Mån–tors 9–15',
  free_until: '2026-11-30',
  booked_dt: null,
  before: BEFORE,
};

export default {
  name: 'Ny plats eller nya tider för hämtning',
  read,
  subject: (pickup) => `${headingOf(pickup)}: ${subjectOf(pickup)}`,
  template: PickupMovedEmail,
  samples: {
    'ny plats': ordinary,
    'nya öppettider, bokad, långa namn': {
      ...ordinary,
      ...LONG_SALE,
      ...BEFORE,
      staging_area_name: LONG_PLACE,
      opening_hours:
        'Mån–fre 7–12, lunchstängt 12–13, därefter öppet till 15.30; lördagar efter avtal',
      booked_dt: SAMPLE_END,
      before: { ...BEFORE, staging_area_name: LONG_PLACE },
    },
  },
} satisfies EmailDefinition<PickupMovedJob, PickupMovedProps>;
