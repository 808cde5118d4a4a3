import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';

interface PasswordChangedProps {
  forgot_url: string;
}

export const subject = () => 'Ditt lösenord har ändrats';

/** The receipt of a changed password, with advice in case it was somebody else (AUTH-14). */
export default function PasswordChangedEmail({ forgot_url }: PasswordChangedProps) {
  const first =
    'Lösenordet till ditt konto på Restvärde har ändrats. Var du inloggad på andra ställen är du utloggad där.';
  return (
    <Layout
      heading="Ditt lösenord har ändrats"
      preview={first}
      reason="Du får det här mejlet varje gång ditt lösenord ändras."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>
        Var det inte du? Välj genast ett nytt lösenord, och kontakta ditt bolag.
      </Paragraph>
      <Button url={forgot_url}>Välj nytt lösenord</Button>
    </Layout>
  );
}

export const samples = {
  vanligt: { forgot_url: 'https://restvarde.example/forgot-password' },
};
