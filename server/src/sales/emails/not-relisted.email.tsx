import { sql } from 'kysely';
import { managerOf } from '../../auctions/emails/auction-sql.ts';
import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { CAR, LONG_CAR } from '../../auctions/emails/samples.ts';
import { type AuctionNames, objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface NotRelistedJob {
  kind: 'not-relisted';
  auction_id: number;
  /** The form's error message. */
  why: string;
}

/**
 * Sent to the manager of an auction that could not be relisted automatically (RELIST-8). Null if there is no
 * recipient.
 */
const read: ReadEmail<NotRelistedJob, NotRelistedProps> = async (context, job) => {
  const { rows } = await sql<Omit<NotRelistedProps, 'auction_url' | 'why'> & { email: string }>`
    select manager.email, a.number, a.manufacturer, a.model
    from auctions a
    ${managerOf}
    where a.id = ${job.auction_id} and a.deleted_at is null`.execute(context.pool.db);
  const [facts] = rows;
  if (!facts) return null;
  return messageAbout(context, job.auction_id, facts.email, { ...facts, why: job.why });
};

interface NotRelistedProps extends AuctionNames {
  /** The form's error message. */
  why: string;
}

/** Sent to the manager: the object could not be relisted for dismantling (RELIST-8). */
function NotRelistedEmail(facts: NotRelistedProps) {
  return (
    <Layout
      heading={`Inte upplagd på nytt: ${objectName(facts)}`}
      preview={facts.why}
      reason="Du får det här mejlet eftersom du är handläggare för auktionen."
    >
      <Paragraph>
        Objektet såldes inte och skulle läggas upp på nytt för demontering, men det gick inte:{' '}
        {facts.why}.
      </Paragraph>
      <Paragraph>På auktionens sida kan du själv lägga upp det på nytt.</Paragraph>
      <Facts>
        <Fact name="Auktion">{facts.number}</Fact>
      </Facts>
      <Button url={facts.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: NotRelistedProps = { ...CAR, why: 'Välj minst en gemensam kategori' };

export default {
  name: 'Inte upplagd på nytt',
  read,
  subject: (facts) => `Inte upplagd på nytt: ${subjectOf(facts)}`,
  template: NotRelistedEmail,
  samples: {
    'gemensam kategori saknas': ordinary,
    'långa namn': { ...ordinary, ...LONG_CAR },
  },
} satisfies EmailDefinition<NotRelistedJob, NotRelistedProps>;
