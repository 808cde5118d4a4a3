import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { Layout } from '../../email/layout.tsx';
import { Code, Paragraph } from '../../email/parts.tsx';

interface LoginCodeProps {
  code: string;
}

/** Without the code: lock screens show subjects. */
export const subject = () => 'Din kod för att logga in';

/** The login code (AUTH-4), with the login page's warning (AUTH-16). */
export default function LoginCodeEmail({ code }: LoginCodeProps) {
  return (
    <Layout
      heading="Logga in på Restvärde"
      preview={`Koden gäller i ${AUTH.codeMinutes} minuter. Lämna aldrig ut den.`}
      reason="Du får det här mejlet eftersom någon loggade in med din e-postadress och ditt lösenord."
    >
      <Paragraph>Skriv in koden på sidan där du loggar in:</Paragraph>
      <Code>{code}</Code>
      <Paragraph>Koden gäller i {AUTH.codeMinutes} minuter och kan användas en gång.</Paragraph>
      <Paragraph>
        Lämna aldrig ut koden. Har någon ringt och bett dig logga in? Gör det inte, och kontakta
        ditt bolag.
      </Paragraph>
    </Layout>
  );
}

export const samples = { vanligt: { code: '042917' } };
