import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';

interface SetPasswordProps {
  password_url: string;
}

export const subject = () => 'Välj nytt lösenord';

/** The link to reset a forgotten password (AUTH-14). */
export default function SetPasswordEmail({ password_url }: SetPasswordProps) {
  const first = 'Du kan nu välja ett nytt lösenord till Restvärde.';
  return (
    <Layout
      heading="Välj nytt lösenord"
      preview={first}
      reason="Du får det här mejlet eftersom någon bad om ett nytt lösenord för din e-postadress."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>Länken gäller i {AUTH.linkHours.known} timmar och kan användas en gång.</Paragraph>
      <Paragraph>
        Har du inte bett om det här? Då behöver du inte göra något: ditt lösenord gäller som förut.
      </Paragraph>
      <Button url={password_url}>Välj nytt lösenord</Button>
    </Layout>
  );
}

export const samples = {
  vanligt: { password_url: 'https://restvarde.example/create-password/dVQ0bGtPZ2xB' },
};
