import { readNewestAnchor } from '../../chain/anchor-links.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface ChainAnchorJob {
  kind: 'chain-anchor';
  /** In Stockholm, `2026-11-20`. */
  day: string;
}

/** Null if the setting has been removed. The job does not have the recipient, because the database's owner could change it. */
const read: ReadEmail<ChainAnchorJob, ChainAnchorProps> = async ({ config, pool }, { day }) => {
  if (!config.anchorEmail) return null;
  const anchor = await readNewestAnchor(pool.db);
  if (!anchor) return null;
  return {
    to: config.anchorEmail,
    props: { day, number: anchor.id, seal: anchor.mac.toString('hex') },
  };
};

interface ChainAnchorProps {
  /** In Stockholm, `2026-11-20`. */
  day: string;
  number: number;
  /** The anchor's MAC, in hexadecimal digits. */
  seal: string;
}

/** Sent to the operator each morning, so that the newest anchor is kept outside the database (DATA-3). */
function ChainAnchorEmail({ day, number, seal }: ChainAnchorProps) {
  return (
    <Layout
      heading={`Förseglingen ${day}`}
      preview={`Nummer ${number}. Spara mejlet där den som äger databasen inte kommer åt det.`}
      reason="Du får det här mejlet varje morgon eftersom adressen är angiven som ANCHOR_EMAIL i driftens inställningar."
    >
      <Paragraph>
        Det här är den senaste förseglingen av avslutade auktioner, deras bud och historik. Spara
        mejlet där den som äger databasen inte kommer åt det.
      </Paragraph>
      <Facts>
        <Fact name="Nummer">{number}</Fact>
        <Fact name="Försegling">{seal}</Fact>
      </Facts>
      <Paragraph>
        Numret är aldrig lägre än i ett tidigare mejl. Om det är lägre, eller om två mejl har samma
        nummer och olika försegling, har databasen ändrats eller återställts. Kontrollera databasen
        mot en försegling med restvarde verify --anchor och de sextiofyra tecknen ovan.
      </Paragraph>
    </Layout>
  );
}

export default {
  name: 'Försegling av avslutade auktioner',
  isForOperators: true,
  read,
  subject: ({ day, number }) => `Förseglingen ${day}: nummer ${number}`,
  template: ChainAnchorEmail,
  samples: { vanligt: { day: '2026-11-20', number: 1_234, seal: '5f3c9a01b7e2d468'.repeat(4) } },
} satisfies EmailDefinition<ChainAnchorJob, ChainAnchorProps>;
