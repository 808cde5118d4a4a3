import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';

/** The change: by the owner, except `reset`, which an admin does. `recovered`: a login by a recovery code. */
export type SecondFactorChange = 'added' | 'removed' | 'reset' | 'renewed' | 'recovered';

interface SecondFactorProps {
  change: SecondFactorChange;
  account_url: string;
}

const WORDS: Record<SecondFactorChange, { heading: string; text: string }> = {
  added: {
    heading: 'Autentiseringsapp tillagd',
    text: 'Från och med nu frågar inloggningen efter en kod från din autentiseringsapp. Du har loggats ut på andra enheter. Spara återställningskoderna säkert: de släpper in dig om du blir av med telefonen.',
  },
  removed: {
    heading: 'Autentiseringsapp borttagen',
    text: 'Inloggningen frågar inte längre efter en kod från din autentiseringsapp. Du har loggats ut på andra enheter.',
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
    text: 'Någon loggade in på ditt konto med en återställningskod i stället för autentiseringsappen. Koden gäller inte längre. Har du bytt telefon, ta bort appen under Mitt konto och lägg till den på nytt.',
  },
};

export const subject = ({ change }: SecondFactorProps) => WORDS[change].heading;

/** A change of the reader's second factor (SEC-5). */
export default function SecondFactorEmail({ change, account_url }: SecondFactorProps) {
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

export const samples = {
  tillagd: about('added'),
  borttagen: about('removed'),
  återställd: about('reset'),
  'nya koder': about('renewed'),
  'med återställningskod': about('recovered'),
};
