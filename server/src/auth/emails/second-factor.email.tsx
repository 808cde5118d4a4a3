import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';

export interface SecondFactorJob {
  kind: 'second-factor';
  user_id: number;
  change: SecondFactorChange;
}

/** Also sent to an account that has been closed since. */
const read: ReadEmail<SecondFactorJob, SecondFactorProps> = async (
  { pool, config },
  { user_id, change },
) => {
  const user = await pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .where('anonymised_at', 'is', null)
    .where('waits_for_address', '=', false)
    .executeTakeFirst();
  if (!user) return null;
  return { to: user.email, props: { change, account_url: `${config.publicUrl}/my-account` } };
};

/** The change: by the owner, except `reset`, which an admin does. `recovered`: a login by a recovery code. */
export type SecondFactorChange = 'added' | 'removed' | 'reset' | 'renewed' | 'recovered';

interface SecondFactorProps {
  change: SecondFactorChange;
  account_url: string;
}

const WORDS: Record<SecondFactorChange, { heading: string; text: string }> = {
  added: {
    heading: 'Autentiseringsapp tillagd',
    text: 'Från och med nu behöver du en kod från din autentiseringsapp när du loggar in. Du har loggats ut på andra enheter. Spara återställningskoderna säkert: du behöver dem om du blir av med telefonen.',
  },
  removed: {
    heading: 'Autentiseringsapp borttagen',
    text: 'Du behöver inte längre en kod från din autentiseringsapp när du loggar in. Du har loggats ut på andra enheter.',
  },
  reset: {
    heading: 'Din autentiseringsapp är återställd',
    text: 'En administratör har tagit bort kopplingen till din autentiseringsapp, och du har loggats ut överallt. Logga in för att lägga till en ny.',
  },
  renewed: {
    heading: 'Du har nya återställningskoder',
    text: 'De tidigare återställningskoderna för ditt konto gäller inte längre.',
  },
  recovered: {
    heading: 'En återställningskod har använts',
    text: 'Någon loggade in på ditt konto med en återställningskod i stället för autentiseringsappen. Koden gäller inte längre. Har du bytt telefon tar du bort appen under Mitt konto och lägger till den på nytt.',
  },
};

/** A change of the reader's second factor (SEC-5). */
function SecondFactorEmail({ change, account_url }: SecondFactorProps) {
  const { heading, text } = WORDS[change];
  return (
    <Layout
      heading={heading}
      preview={text}
      reason="Du får det här mejlet varje gång något händer med autentiseringsappen för ditt konto."
    >
      <Paragraph>{text}</Paragraph>
      <Paragraph>
        Var det inte du? Välj genast ett nytt lösenord, och kontakta ditt bolag.
      </Paragraph>
      <Button url={account_url}>Till Mitt konto</Button>
    </Layout>
  );
}

const about = (change: SecondFactorChange): SecondFactorProps => ({
  change,
  account_url: 'https://restvarde.example/my-account',
});

export default {
  name: 'Autentiseringsapp',
  read,
  subject: ({ change }) => WORDS[change].heading,
  template: SecondFactorEmail,
  samples: {
    tillagd: about('added'),
    borttagen: about('removed'),
    återställd: about('reset'),
    'nya koder': about('renewed'),
    'med återställningskod': about('recovered'),
  },
} satisfies EmailDefinition<SecondFactorJob, SecondFactorProps>;
