import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import {
  CAR,
  LONG_CAR,
  LONG_PLACE,
  LONG_SELLER,
  SAMPLE_END,
  SELLER,
  SETTINGS_URL,
} from './samples.ts';
import { messageToStation, readForStation, type StationFacts } from './station-facts.ts';
import { unsubscribeAddress } from './unsubscribe-address.ts';
import { dateAndTime, objectName, reserveForStation, subjectOf } from './words.ts';

export interface NewObjectJob {
  kind: 'new-object';
  auction_id: number;
  service_station_id: number;
}

/** Null if the auction is over, is no longer offered to this station, or its category is muted. */
const read: ReadEmail<NewObjectJob, NewObjectProps> = async (context, job) => {
  const facts = await readForStation(context, job);
  if (!facts?.is_active || !facts.follows) return null;
  const settings_url = `${context.config.publicUrl}/settings`;
  const oneClickUrl = unsubscribeAddress(context, { ...job, followed: 'categories' });
  return messageToStation(context, facts, { settings_url }, oneClickUrl);
};

export type NewObjectProps = {
  auction_url: string;
  settings_url: string;
  /** The saved searches that it matches, which the email is sent for, and where they are turned off (SAVED-4). */
  matched?: { names: string[]; unsubscribe_url: string };
} & Pick<
  StationFacts,
  | 'number'
  | 'manufacturer'
  | 'model'
  | 'model_year'
  | 'mileage'
  | 'categories'
  | 'damage_condition'
  | 'start_bid'
  | 'reservation_price'
  | 'hidden_reservation_price'
  | 'hidden_bids'
  | 'staging_area_name'
  | 'end_dt'
  | 'company_name'
>;

/** A new object that the station may bid on (MAIL-5, SAVED-4). */
export function NewObjectEmail(facts: NewObjectProps) {
  const { model_year, mileage, matched } = facts;
  const vehicle = [
    model_year === null ? '' : `årsmodell ${model_year}`,
    mileage === null ? '' : `${mileage.toLocaleString('sv-SE')} mil`,
  ].filter(Boolean);
  const startBid = formatKronor(facts.start_bid);
  const end = dateAndTime(facts.end_dt);
  return (
    <Layout
      heading={objectName(facts)}
      preview={`${[...vehicle, `utropspris ${startBid}`].join(', ')}. Slutar ${end}.`}
      reason={
        matched
          ? 'Du får det här mejlet eftersom objektet matchar en sökning som du har sparat.'
          : 'Du får det här mejlet eftersom din verkstad följer objektets kategori.'
      }
      unsubscribe={
        matched
          ? { text: 'Stäng av mejlen för sökningen', url: matched.unsubscribe_url }
          : { text: 'Välj vilka kategorier du följer', url: facts.settings_url }
      }
    >
      <Paragraph>
        {facts.company_name} har lagt ut ett nytt objekt
        {vehicle.length > 0 && `: ${vehicle.join(', ')}`}.
      </Paragraph>
      {matched && <Paragraph>Matchar: {matched.names.join(', ')}</Paragraph>}
      <Facts>
        <Fact name="Auktion">{facts.number}</Fact>
        <Fact name="Kategori">{facts.categories.join(', ')}</Fact>
        <Fact name="Säljes för">{DAMAGE_LABEL[facts.damage_condition]}</Fact>
        <Fact name="Utropspris">{startBid} exkl. moms</Fact>
        <Fact name="Reservationspris">{reserveForStation(facts)}</Fact>
        {facts.hidden_bids && <Fact name="Bud">Dolda bud</Fact>}
        <Fact name="Finns på">{facts.staging_area_name}</Fact>
        <Fact name="Slutar">{end}</Fact>
      </Facts>
      <Button url={facts.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

export const ordinary: NewObjectProps = {
  ...CAR,
  company_name: SELLER.company_name,
  model_year: 2021,
  mileage: 8_412,
  categories: ['Personbilar'],
  damage_condition: 'REPAIR',
  start_bid: 15_000,
  reservation_price: 60_000,
  hidden_reservation_price: false,
  hidden_bids: false,
  staging_area_name: 'Bärgarn i Örebro, Nastagatan 12, 702 27 Örebro',
  end_dt: SAMPLE_END,
  settings_url: SETTINGS_URL,
};

export default {
  name: 'Nytt objekt',
  read,
  subject: (facts) => `Nytt objekt: ${subjectOf(facts)}`,
  unsubscribeUrl: (facts) => facts.settings_url,
  template: NewObjectEmail,
  samples: {
    vanligt: ordinary,
    'dolda bud, dolt pris, långa namn': {
      ...ordinary,
      ...LONG_CAR,
      company_name: LONG_SELLER.company_name,
      model_year: null,
      mileage: null,
      categories: ['Entreprenadmaskiner, släpvagnar och husvagnar'],
      reservation_price: null,
      hidden_reservation_price: true,
      hidden_bids: true,
      staging_area_name: LONG_PLACE,
    },
  },
} satisfies EmailDefinition<NewObjectJob, NewObjectProps>;
