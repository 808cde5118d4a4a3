import type { Reply } from '@restvarde/contract/endpoint';
import {
  ACCESS_TOKEN_S,
  issueAccessToken,
  type OauthError,
} from '@restvarde/contract/feed/access-tokens';
import { TOKEN_SCOPES, tokenIncludes } from '@restvarde/contract/feed/token-calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { firstRow, type Queryable } from '../db/pool.ts';
import { addressGroup, addressOf } from '../http/address-group.ts';
import { LIMITS } from '../http/limit-table.ts';
import { acceptText } from '../http/raw-bytes.ts';
import { originOf, recordingRefused, strangersAllowance } from '../http/route.ts';
import { signAccessToken } from './access-token.ts';
import { findToken } from './find-token.ts';
import { PREFIX_LENGTH } from './write-tokens.ts';

const FORM = 'application/x-www-form-urlencoded';
const BODY_LIMIT = 4_096;
const STATUS: Record<OauthError, 400 | 401> = {
  invalid_request: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_client: 401,
};

/** An error of RFC 6749, 5.2. The description is ASCII. */
class OauthRefusal extends Error {
  readonly error: OauthError;
  constructor(error: OauthError, description: string) {
    super(description);
    this.error = error;
  }
}

/** Serves access tokens to the holders of tokens (FEED-11): the client credentials grant of OAuth 2.0. */
export async function accessTokenRoute(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register((scope, _options, done) => {
    // Another content type is an error of RFC 6749, not a 415.
    acceptText(scope, BODY_LIMIT);
    const config = { endpoint: issueAccessToken };
    scope.post(issueAccessToken.path, { config }, async (request, reply) => {
      try {
        return await answer(context, request);
      } catch (error) {
        if (!(error instanceof OauthRefusal)) throw error;
        // RFC 6749, 5.2: a client that used the header is answered by its scheme.
        if (error.error === 'invalid_client' && request.headers.authorization)
          reply.header('www-authenticate', 'Basic realm="restvarde"');
        return reply
          .code(STATUS[error.error])
          .send({ error: error.error, error_description: error.message });
      }
    });
    done();
  });
}

/** @throws OauthRefusal, or DomainError 429 for an address with too many calls or wrong secrets */
function answer(
  context: AppContext,
  request: FastifyRequest,
): Promise<Reply<typeof issueAccessToken>> {
  const address = addressGroup(addressOf(request));
  const who = { user_id: null, by: `address ${address}`, origin: originOf(request) };
  return recordingRefused(context, issueAccessToken, request, who, async () => {
    const { limits, pool, config } = context;
    await limits.spend(...strangersAllowance(address, null));
    const parameters = readForm(request);
    const { id, secret } = readCredentials(request, parameters);
    await limits.spend(LIMITS.login_address, address);
    const hasMatchingId = secret.slice(0, PREFIX_LENGTH) === id && secret.startsWith('rv_');
    const token = hasMatchingId ? await findToken(pool.db, config.secret, secret) : null;
    if (!token) throw new OauthRefusal('invalid_client', 'The client id or secret is wrong.');
    await limits.giveBack(LIMITS.login_address, address);
    const asked = parameters.get('scope')?.split(' ') ?? token.scopes;
    if (!asked.every((scope) => tokenIncludes(token.scopes, scope)))
      throw new OauthRefusal('invalid_scope', 'The scope is unknown or exceeds that of the token.');
    const scopes = TOKEN_SCOPES.filter((scope) => asked.includes(scope));
    const { token_id } = token;
    const expires_s = (await readClock(pool.db)) + ACCESS_TOKEN_S;
    return {
      access_token: signAccessToken(config.secret, { token_id, scopes, expires_s }),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_S,
      scope: scopes.join(' '),
    };
  });
}

/** The parameters that have a value. */
function readForm({ headers, body }: FastifyRequest): Map<string, string> {
  const [type] = (headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== FORM)
    throw new OauthRefusal('invalid_request', `The content type must be ${FORM}.`);
  const parameters = new Map<string, string>();
  const sent = new Set<string>();
  for (const [name, value] of new URLSearchParams(String(body ?? ''))) {
    if (sent.has(name)) throw new OauthRefusal('invalid_request', 'A parameter is repeated.');
    sent.add(name);
    // RFC 6749, 3.2: one without a value counts as absent.
    if (value !== '') parameters.set(name, value);
  }
  const grant = parameters.get('grant_type');
  if (grant === undefined) throw new OauthRefusal('invalid_request', 'grant_type is missing.');
  if (grant !== 'client_credentials')
    throw new OauthRefusal('unsupported_grant_type', 'grant_type must be client_credentials.');
  return parameters;
}

/** The client's credentials, from the body or by HTTP Basic (RFC 6749, 2.3.1). */
function readCredentials(
  { headers: { authorization } }: FastifyRequest,
  parameters: Map<string, string>,
): { id: string; secret: string } {
  const [id, secret] = [parameters.get('client_id'), parameters.get('client_secret')];
  const basic = /^basic\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  if (basic !== undefined) {
    if (id !== undefined || secret !== undefined)
      throw new OauthRefusal('invalid_request', 'The credentials come in the body and the header.');
    const [name = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':');
    return { id: formDecode(name), secret: formDecode(rest.join(':')) };
  }
  if (id === undefined || secret === undefined)
    throw new OauthRefusal('invalid_request', 'client_id or client_secret is missing.');
  return { id, secret };
}

const formDecode = (text: string) =>
  new URLSearchParams(`a=${text.replaceAll('&', '%26')}`).get('a')!;

async function readClock(db: Queryable): Promise<number> {
  const { rows } = await sql<{ now_s: number }>`
    select floor(extract(epoch from now_ms()))::float8 as now_s`.execute(db);
  return firstRow(rows).now_s;
}
