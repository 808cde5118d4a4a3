import { formatKronor } from '@restvarde/contract/money';
import { RELIST_SENTENCE } from '@restvarde/contract/sale/relist-rules';
import { sql } from 'kysely';
import { isRelisted, managerOf } from '../../auctions/emails/auction-sql.ts';
import { readMessageAbout } from '../../auctions/emails/letterhead-of.ts';
import { CAR, LONG_CAR } from '../../auctions/emails/samples.ts';
import { type AuctionNames, objectName, RELISTED, subjectOf } from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface SaleUnsoldJob {
  kind: 'sale-unsold';
  auction_id: number;
}

/** Sent to the manager of an auction whose bids were released. Null if there is no recipient. */
const read: ReadEmail<SaleUnsoldJob, SaleUnsoldProps> = (context, job) =>
  readMessageAbout<SaleUnsoldProps>(
    context,
    job.auction_id,
    sql`
    select manager.email, a.number, a.manufacturer, a.model, s.highest_bid, a.reservation_price,
      coalesce(s.bids_released_at = s.decision_due_at, false) as is_by_time, ${isRelisted} as is_relisted,
      exists (select from auctions n where n.relisted_from = a.id and n.deleted_at is null) as has_successor
    from auctions a
    join auction_standings s on s.auction_id = a.id
    ${managerOf}
    where a.id = ${job.auction_id} and a.deleted_at is null and s.bids_released_at is not null`,
  );

interface SaleUnsoldProps extends AuctionNames {
  highest_bid: number | null;
  reservation_price: number | null;
  /** The time to decide expired. Otherwise «Ej såld» was chosen. */
  is_by_time: boolean;
  /** The object is relisted for dismantling (RELIST-9). */
  is_relisted: boolean;
  /** The object has been relisted (RELIST-3). */
  has_successor: boolean;
}

/** Sent to the manager: the bids are no longer binding, and what can be done (OFFER-4, OFFER-5). */
function SaleUnsoldEmail(props: SaleUnsoldProps) {
  const why = props.is_by_time
    ? 'Tiden att avgöra har gått ut utan att någon vinnare valdes.'
    : 'Auktionen är avslutad utan försäljning.';
  const sentence = `${why} Budgivarna är inte längre bundna av sina bud och har fått ett mejl om det.`;
  return (
    <Layout
      heading={`Ej såld: ${objectName(props)}`}
      preview={sentence}
      reason="Du får det här mejlet eftersom du är handläggare för auktionen."
    >
      <Paragraph>{sentence}</Paragraph>
      <Paragraph>{nextStep(props)}</Paragraph>
      <Facts>
        <Fact name="Auktion">{props.number}</Fact>
        {props.highest_bid !== null && (
          <Fact name="Högsta bud">{formatKronor(props.highest_bid)} exkl. moms</Fact>
        )}
        {props.reservation_price !== null && (
          <Fact name="Reservationspris">{formatKronor(props.reservation_price)}</Fact>
        )}
      </Facts>
      <Button url={props.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

function nextStep({ is_relisted, has_successor }: SaleUnsoldProps): string {
  if (is_relisted) return `${RELISTED}.`;
  return has_successor
    ? RELIST_SENTENCE.isRelisted
    : 'På auktionens sida kan du erbjuda en budgivare ett pris eller lägga upp objektet på nytt.';
}

const unsold: SaleUnsoldProps = {
  ...CAR,
  highest_bid: 52_000,
  reservation_price: 60_000,
  is_by_time: true,
  is_relisted: false,
  has_successor: false,
};

export default {
  name: 'Ej såld',
  read,
  subject: (props) => `Ej såld: ${subjectOf(props)}`,
  template: SaleUnsoldEmail,
  samples: {
    'tiden gick ut': unsold,
    'ej såld, långa namn': { ...unsold, ...LONG_CAR, is_by_time: false },
    'läggs upp på nytt': { ...unsold, is_relisted: true },
  },
} satisfies EmailDefinition<SaleUnsoldJob, SaleUnsoldProps>;
