import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { interactionPolicy, Provider } from 'oidc-provider';
import { signOnPage } from './sign-on-page.ts';
import type { People } from './sign-on-provider.ts';

const { port, host, email, people, redirectUri, clientId, clientSecret } = workerData as {
  port: number;
  host: string;
  email: string;
  people: People;
  redirectUri: string;
  clientId: string;
  clientSecret: string;
};

/** The login page's address, with the id of the interaction. */
const LOGIN = /^\/login\/([\w-]+)(\/cancel)?$/;

/** A provider like AD FS: UPN and e-mail in the id token, PKCE, an RSA key, no consent page. */
function openProvider(issuer: string): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'RS256',
    use: 'sig',
    kid: randomUUID(),
  };
  // Ask for the user at each sign-on, so that another one can be tried.
  const policy = interactionPolicy.base();
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check('asked_each_time', 'Logga in', 'login_required', ({ oidc }) =>
        oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      openid: ['sub', 'upn'],
      email: ['email', 'email_verified'],
      profile: ['unique_name', 'groups'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/login/${uid}` },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AuthorizationCode: 60,
      AccessToken: 60,
      IdToken: 600,
    },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...(people[sub] ?? { upn: sub, email: sub, unique_name: sub }) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

async function answerLogin(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const [, id, cancel] = LOGIN.exec(request.url ?? '')!;
  await provider.interactionDetails(request, response);
  if (cancel) {
    const result = { error: 'access_denied', error_description: 'Avbruten' };
    return provider.interactionFinished(request, response, result);
  }
  if (request.method === 'POST') {
    const user = new URLSearchParams(await text(request)).get('user')?.trim();
    if (user) {
      return provider.interactionFinished(request, response, {
        login: { accountId: user.slice(0, 254), remember: false },
      });
    }
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(signOnPage({ action: `/login/${id}`, cancel: `/login/${id}/cancel`, email }));
}

const server = createServer();
server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  parentPort!.postMessage({ code, message });
});
server.listen(port, host, () => {
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const provider = openProvider(issuer);
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!LOGIN.test(request.url ?? '')) return answer(request, response);
    answerLogin(provider, request, response).catch(() => {
      // An old tab: the interaction is finished or has expired.
      response.writeHead(302, { location: new URL('/', redirectUri).href }).end();
    });
  });
  parentPort!.postMessage({ issuer });
});
