import type { EmailDefinition } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { readTokenMessage, type TokenProps } from './token-added.email.tsx';

export interface TokenEndingJob {
  kind: 'token-ending';
  company_id: number;
  token_id: number;
  to: 'company';
}

type TokenEndingProps = Pick<TokenProps, 'name' | 'prefix' | 'expires_on' | 'url'>;

const subject = ({ name, expires_on }: TokenEndingProps) => `Nyckeln ${name} går ut ${expires_on}`;

/** To the company's address, 14 days before a token expires (FEED-1). */
function TokenEndingEmail(token: TokenEndingProps) {
  const { name, prefix, expires_on, url } = token;
  return (
    <Layout
      heading={subject(token)}
      preview="Lägg till en ny nyckel och byt i systemet som använder den."
      reason="Du får det här mejlet eftersom adressen är bolagets. Mejlet hör till nyckeln och kan inte väljas bort."
    >
      <Paragraph>
        Efter den {expires_on} kan systemet som använder nyckeln inte längre nå bolagets auktioner.
        Lägg till en ny nyckel under Integrationer och byt i systemet innan dess.
      </Paragraph>
      <Facts>
        <Fact name="Namn">{name}</Fact>
        <Fact name="Första tecknen">{prefix}</Fact>
        <Fact name="Gäller t.o.m.">{expires_on}</Fact>
      </Facts>
      <Button url={url}>Öppna Integrationer</Button>
    </Layout>
  );
}

export default {
  name: 'Nyckel som går ut',
  read: readTokenMessage,
  subject,
  template: TokenEndingEmail,
  samples: {
    'går ut': {
      name: 'Skadesystemet',
      prefix: 'rv_9fK2mQx7',
      expires_on: '2026-12-04',
      url: 'https://restvarde.example/settings/integrations',
    },
  },
} satisfies EmailDefinition<TokenEndingJob, TokenEndingProps>;
