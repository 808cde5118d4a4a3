import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import type { WorkerContext } from '../../context.ts';
import type { EmailDefinition, Message } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { readTokenMessage } from './token-message.ts';

export interface TokenAddedJob {
  kind: 'token-added';
  company_id: number;
  token_id: number;
  to: 'company';
}

/** Null if the company has no address. */
function read(
  context: WorkerContext,
  { token_id }: TokenAddedJob,
): Promise<Message<TokenAddedProps> | null> {
  return readTokenMessage(context, token_id);
}

export interface TokenAddedProps {
  name: string;
  /** The token's first characters. */
  prefix: string;
  scopes: TokenScope[];
  /** The last day that it is valid, YYYY-MM-DD. */
  expires_on: string;
  created_by: string;
  url: string;
}

const subject = ({ name }: TokenAddedProps) => `Ny nyckel för integration: ${name}`;

/** To the company's address: a token has been added (FEED-1). Without the token. */
function TokenAddedEmail(token: TokenAddedProps) {
  const { name, prefix, scopes, expires_on, created_by, url } = token;
  return (
    <Layout
      heading={subject(token)}
      preview={`${created_by} har lagt till nyckeln. Den gäller t.o.m. ${expires_on}.`}
      reason="Du får det här mejlet eftersom adressen är bolagets. Mejlet hör till säkerheten och kan inte väljas bort."
    >
      <Paragraph>
        {created_by} har lagt till en nyckel. Ett annat system kan använda den för att nå bolagets
        auktioner.
      </Paragraph>
      <Facts>
        <Fact name="Namn">{name}</Fact>
        <Fact name="Första tecknen">{prefix}</Fact>
        <Fact name="Behörighet">
          {scopes.includes('auctions:write') ? 'Läsa och ändra auktioner' : 'Läsa auktioner'}
        </Fact>
        <Fact name="Gäller t.o.m.">{expires_on}</Fact>
      </Facts>
      <Paragraph>Känner du inte till den? Ta bort den under Integrationer.</Paragraph>
      <Button url={url}>Öppna Integrationer</Button>
    </Layout>
  );
}

const ordinary: TokenAddedProps = {
  name: 'Skadesystemet',
  prefix: 'rv_9fK2mQx7',
  scopes: ['auctions:read', 'auctions:write'],
  expires_on: '2027-11-20',
  created_by: 'Kerstin Berg',
  url: 'https://restvarde.example/settings/integrations',
};

export default {
  kind: 'token-added',
  name: 'Ny nyckel för integration',
  read,
  subject,
  template: TokenAddedEmail,
  samples: {
    'läser och ändrar': ordinary,
    'läser, långa namn': {
      ...ordinary,
      name: 'Ärendehanteringssystemet för <b>motorfordon</b> &amp; maskiner',
      scopes: ['auctions:read'],
      created_by: 'Maria-Magdalena von Hohenzollern-Sigmaringenstierna',
    },
  },
} satisfies EmailDefinition<TokenAddedJob, TokenAddedProps>;
