import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { issuerKey } from '@restvarde/contract/companies/sign-on-providers';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Configuration, IDToken, ServerMetadata } from 'openid-client';
import type { OidcSettings } from '../config.ts';
import type { AppContext } from '../context.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import { deriveKey, hashToken, randomToken, seal, unseal } from '../keys.ts';
import { fetchPublic, isPrivateHost } from '../outgoing.ts';
import { chooseProvider, findProvider, type Provider } from './sign-on-providers.ts';

export const SIGN_ON = {
  off: 'Inloggning för handläggare är inte inkopplad.',
  unavailable: 'Det gick inte att nå inloggningstjänsten. Försök igen.',
  stale: 'Inloggningen har gått ut eller redan använts. Försök igen.',
  declined: 'Inloggningstjänsten godkände inte inloggningen. Försök igen.',
  untrusted: 'Svaret från inloggningstjänsten gick inte att kontrollera. Försök igen.',
} as const;

/** The time limit for each reply of the provider. */
const TIMEOUT_S = 8;
/** Tolerated clock difference. */
const CLOCK_TOLERANCE_S = 60;
/** How long the provider's metadata is cached. */
const DISCOVERY_LIFE_MS = 3_600_000;

/** Secrets of a started sign-on, sealed in the database. */
interface Proof {
  nonce: string;
  verifier: string;
  /** The provider that must answer; null for the one of the environment. */
  provider_id: number | null;
  issuer: string;
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

export interface SignOn {
  /**
   * Returns the URL to visit, at the provider of the e-mail's domain. Throws 503 if the provider cannot be reached, and
   * 400 at `email` if there are several providers and `email` does not identify one of them.
   */
  begin(email: string | undefined, log: Log): Promise<string>;
  /** Exchanges the browser's parameters for the person's claims. Each failure is an error with its own sentence. */
  finish(
    parameters: RedirectParameters,
    log: Log,
  ): Promise<{ provider: Provider; claims: IDToken }>;
}

/** The parameters with which the provider redirects the browser back. */
export interface RedirectParameters {
  code: string;
  state: string;
  /** The issuer from the redirect (RFC 9207); empty if missing. */
  iss: string;
}

/** OpenID Connect with code, PKCE, state and nonce, as AD FS supports it (AUTH-7). */
export function openSignOn(context: AppContext): SignOn {
  const { db } = context.pool;
  const sealKey = deriveKey(context.config.secret, 'seal');
  /** Keyed by the settings, so that a change applies at once on every node. */
  const discovered = new Map<string, { until: number; client: Promise<Configuration> }>();

  async function reach(provider: Provider, log: Log): Promise<Configuration> {
    const { id, issuer, client_id } = provider;
    let key = '';
    try {
      const settings = { id, issuer, client_id, client_secret: provider.client_secret() };
      key = hashToken(JSON.stringify(settings)).toString('hex');
      let known = discovered.get(key);
      if (!known || known.until < Date.now()) {
        const client = discover(settings, mayReachPrivate(context, id));
        known = { until: Date.now() + DISCOVERY_LIFE_MS, client };
        discovered.set(key, known);
      }
      return await known.client;
    } catch (error) {
      discovered.delete(key);
      log.warn({ issuer, ...loggableFields(error) }, 'the sign-on provider cannot be reached');
      throw unavailable(SIGN_ON.unavailable);
    }
  }

  return {
    async begin(email, log) {
      const provider = await chooseProvider(context, email);
      if (!provider) throw unavailable(SIGN_ON.off);
      const config = await reach(provider, log);
      const client = await import('openid-client');
      const state = randomToken();
      const proof: Proof = {
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        provider_id: provider.id,
        issuer: issuerKey(provider.issuer),
      };
      await db.deleteFrom('sign_on_attempts').where(sql<boolean>`expires_at < now_ms()`).execute();
      await db
        .insertInto('sign_on_attempts')
        .values({
          state_hash: hashToken(state),
          sealed_proof: seal(sealKey, JSON.stringify(proof)),
          expires_at: sql`now_ms() + make_interval(mins => ${AUTH.signOnMinutes})`,
        })
        .execute();
      return client.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl(context),
        scope: 'openid email profile',
        state,
        nonce: proof.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
        code_challenge_method: 'S256',
        ...(email && { login_hint: email }),
      }).href;
    },

    async finish({ code, state, iss }, log) {
      // Deleted first: a state works once, whatever the outcome.
      const attempt = await db
        .deleteFrom('sign_on_attempts')
        .where('state_hash', '=', hashToken(state))
        .where(sql<boolean>`expires_at > now_ms()`)
        .returning('sealed_proof')
        .executeTakeFirst();
      if (!attempt) throw refuse.detail(SIGN_ON.stale);
      const proof: Proof = JSON.parse(unseal(sealKey, attempt.sealed_proof));
      const provider = await findProvider(context, proof.provider_id);
      if (!provider || issuerKey(provider.issuer) !== proof.issuer)
        throw refuse.detail(SIGN_ON.stale);
      const config = await reach(provider, log);
      const client = await import('openid-client');
      const address = new URL(callbackUrl(context));
      address.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString();
      try {
        const answer = await client.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: proof.nonce,
          pkceCodeVerifier: proof.verifier,
          idTokenExpected: true,
        });
        return { provider, claims: answer.claims()! };
      } catch (error) {
        log.warn({ issuer: provider.issuer, ...loggableFields(error) }, 'a sign-on failed');
        throw explain(error);
      }
    },
  };
}

/**
 * A company's provider is reached over TLS and on public addresses only. The environment's provider is the operator's
 * choice and may be on a private network. If `PUBLIC_URL` is on this machine, as in a demo, any provider may be (AUTH-22).
 */
const mayReachPrivate = ({ config }: AppContext, id: number | null) =>
  id === null || isPrivateHost(new URL(config.publicUrl).hostname);

/** Reads the provider's metadata. Loads the library with the first sign-on. */
async function discover(
  settings: OidcSettings & { id: number | null },
  mayBePrivate: boolean,
): Promise<Configuration> {
  const client = await import('openid-client');
  const calls = mayBePrivate ? {} : { [client.customFetch]: fetchPublic };
  const issuer = new URL(settings.issuer);
  // Settings without TLS are limited to this machine (`isTrustworthy`).
  const mayLackTls = issuer.protocol === 'http:';
  const metadata = {
    client_secret: settings.client_secret,
    [client.clockTolerance]: CLOCK_TOLERANCE_S,
  };
  const found = await client.discovery(issuer, settings.client_id, metadata, undefined, {
    ...calls,
    timeout: TIMEOUT_S,
    execute: mayLackTls ? [client.allowInsecureRequests] : [],
  });
  // If a company's provider publishes that it sends its issuer, a redirect without an issuer is not from it and is
  // refused. The environment's provider may send only code and state.
  const published: ServerMetadata = found.serverMetadata();
  const { authorization_response_iss_parameter_supported: namesIssuer = false } = published;
  const provider = new client.Configuration(
    {
      ...published,
      authorization_response_iss_parameter_supported: namesIssuer && settings.id !== null,
    },
    settings.client_id,
    metadata,
  );
  provider.timeout = TIMEOUT_S;
  Object.assign(provider, calls);
  client.enableNonRepudiationChecks(provider);
  if (mayLackTls) client.allowInsecureRequests(provider);
  return provider;
}

const callbackUrl = (context: AppContext) => `${context.config.publicUrl}/adfs-callback`;

const unavailable = (detail: string) => new DomainError(503, { detail });

/** Maps a failure: the person declined, the provider is unavailable, or its answer is invalid. */
function explain(error: unknown): DomainError {
  const { name, code, status, error: reason } = error as Record<string, unknown>;
  if (name === 'ResponseBodyError' && Number(status) < 500) {
    // Our own secret is wrong: the person cannot fix that by trying again.
    return reason === 'invalid_client'
      ? unavailable(SIGN_ON.unavailable)
      : refuse.detail(SIGN_ON.declined);
  }
  const isUnavailable =
    name === 'ResponseBodyError' ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    (error as { message?: string }).message === 'fetch failed';
  return isUnavailable ? unavailable(SIGN_ON.unavailable) : refuse.detail(SIGN_ON.untrusted);
}

/** The fields of an error that may be logged: they have no code and no token. */
function loggableFields(error: unknown) {
  const { message, code, error: reason, cause } = error as Record<string, unknown>;
  const inner = (cause ?? {}) as Record<string, unknown>;
  return { reason: message, code, said: reason, cause: inner.code ?? inner.message };
}
