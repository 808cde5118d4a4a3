import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';

interface WelcomeProps {
  /** Whose account it is: a workshop's, by the company that it bids with, or a company's own. */
  station_name: string | null;
  company_name: string | null;
  password_url: string;
}

export const subject = () => 'Välkommen till Restvärde, välj lösenord';

/** The link to choose one's first password by (AUTH-14). */
export default function WelcomeEmail({ station_name, company_name, password_url }: WelcomeProps) {
  const by = company_name === null ? '' : ` av ${company_name}`;
  const as = station_name === null ? '' : ` för att bjuda som ${station_name}`;
  const first = `Du har fått ett konto${by} på Restvärde, marknadsplatsen för skadade fordon${as}. Välj ett lösenord för att komma igång.`;
  return (
    <Layout
      heading="Välkommen till Restvärde"
      preview={first}
      reason="Du får det här mejlet eftersom du har fått ett konto med din e-postadress."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>
        Länken gäller i {AUTH.linkHours.new} timmar och kan användas en gång. Har den gått ut? Be om
        ett nytt mejl med «Jag har glömt mitt lösenord.» på inloggningssidan.
      </Paragraph>
      <Button url={password_url}>Välj lösenord</Button>
    </Layout>
  );
}

const password_url = 'https://restvarde.example/create-password/dVQ0bGtPZ2xB';

export const samples = {
  'en verkstads': { station_name: 'Adas Bilverkstad', company_name: 'Nordsäkring', password_url },
  'ett bolags': { station_name: null, company_name: 'Nordsäkring', password_url },
  'en systemadministratörs': { station_name: null, company_name: null, password_url },
};
