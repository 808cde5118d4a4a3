import { AUTH } from '@restvarde/contract/auth/lifetimes';
import type { EmailTemplate } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';

interface WelcomeProps {
  /** The account's kind: a workshop's, with the inviting company, or a company's. */
  station_name: string | null;
  company_name: string | null;
  /** Null: single sign-on. */
  password_url: string | null;
  login_url: string;
}

/** The link to set the first password (AUTH-14). */
function WelcomeEmail(props: WelcomeProps) {
  const { station_name, company_name, password_url, login_url } = props;
  const by = company_name === null ? '' : ` av ${company_name}`;
  const as = station_name === null ? '' : ` Du bjuder som ${station_name}.`;
  const first = `Du har fått ett konto${by} på Restvärde, marknadsplatsen för skadade fordon.${as} ${
    password_url === null
      ? 'Du loggar in med ditt arbetskonto.'
      : 'Välj ett lösenord för att komma igång.'
  }`;
  return (
    <Layout
      heading="Välkommen till Restvärde"
      preview={first}
      reason="Du får det här mejlet eftersom du har fått ett konto med din e-postadress."
    >
      <Paragraph>{first}</Paragraph>
      {password_url === null ? (
        <>
          <Paragraph>
            Tryck på ”Inloggning handläggare” på inloggningssidan. Något lösenord hos Restvärde
            behövs inte.
          </Paragraph>
          <Button url={login_url}>Logga in</Button>
        </>
      ) : (
        <>
          <Paragraph>
            Länken gäller i {AUTH.linkHours.new} timmar och kan användas en gång. Har den gått ut?
            Be om ett nytt mejl med ”Jag har glömt mitt lösenord.” på inloggningssidan.
          </Paragraph>
          <Button url={password_url}>Välj lösenord</Button>
        </>
      )}
    </Layout>
  );
}

const login_url = 'https://restvarde.example';
const password_url = `${login_url}/create-password/dVQ0bGtPZ2xB`;
const nord = { station_name: null, company_name: 'Nordsäkring', login_url };

export default {
  name: 'Välkommen',
  subject: (props) =>
    props.password_url === null
      ? 'Välkommen till Restvärde'
      : 'Välkommen till Restvärde, välj lösenord',
  template: WelcomeEmail,
  samples: {
    'en verkstads': { ...nord, station_name: 'Adas Bilverkstad', password_url },
    'ett bolags': { ...nord, password_url },
    'ett bolags, med arbetskonto': { ...nord, password_url: null },
    'en systemadministratörs': { ...nord, company_name: null, password_url },
  },
} satisfies EmailTemplate<WelcomeProps>;
