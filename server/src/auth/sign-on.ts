import { AUTH } from '@restvarde/contract/auth/lifetimes';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Configuration, IDToken, ServerMetadata } from 'openid-client';
import { LOOPBACK, type OidcSettings } from '../config.ts';
import type { AppContext } from '../context.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import { deriveKey, hashToken, randomToken, seal, unseal } from '../keys.ts';

export const SIGN_ON = {
  off: 'Inloggning för handläggare är inte inkopplad.',
  away: 'Det gick inte att nå inloggningstjänsten. Försök igen.',
  stale: 'Inloggningen har gått ut eller redan använts. Försök igen.',
  declined: 'Inloggningstjänsten godkände inte inloggningen. Försök igen.',
  untrusted: 'Svaret från inloggningstjänsten gick inte att kontrollera. Försök igen.',
  unknown: 'Ditt konto saknas i systemet. Kontakta din administratör.',
} as const;

/** How long the provider may take for each answer. */
const TIMEOUT_S = 8;
/** What the clocks of the two may differ by. */
const CLOCK_TOLERANCE_S = 60;
/** How long what the provider says of itself is believed. */
const DISCOVERY_LIFE_MS = 3_600_000;

/** What only the one who began a sign-on can know; sealed in the database meanwhile. */
interface Proof {
  nonce: string;
  verifier: string;
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

export interface SignOn {
  /** The provider's address to go to. Refuses with 503 when it cannot be reached. */
  begin(log: Log): Promise<string>;
  /**
   * Trades what the browser came back with for the names that the provider vouches for, UPN first, in lower
   * case. Each way to fail is a refusal with a sentence of its own.
   */
  finish(code: string, state: string, log: Log): Promise<string[]>;
}

/** OpenID Connect with code, PKCE, state and nonce, as AD FS speaks it (AUTH-7). */
export function openSignOn(context: AppContext): SignOn {
  const { db } = context.pool;
  const sealKey = deriveKey(context.config.secret, 'seal');
  let known: { until: number; provider: Promise<Configuration> } | null = null;

  async function reach(log: Log): Promise<Configuration> {
    if (!context.oidc) throw unavailable(SIGN_ON.off);
    if (!known || known.until < Date.now()) {
      known = { until: Date.now() + DISCOVERY_LIFE_MS, provider: context.oidc().then(discover) };
    }
    try {
      return await known.provider;
    } catch (error) {
      known = null;
      log.warn(wordsOf(error), 'the sign-on provider cannot be reached');
      throw unavailable(SIGN_ON.away);
    }
  }

  return {
    async begin(log) {
      const provider = await reach(log);
      const client = await import('openid-client');
      const state = randomToken();
      const proof: Proof = {
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
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
      return client.buildAuthorizationUrl(provider, {
        redirect_uri: callbackUrl(context),
        scope: 'openid email profile',
        state,
        nonce: proof.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
        code_challenge_method: 'S256',
      }).href;
    },

    async finish(code, state, log) {
      // Gone before anything else is tried: a state serves once, whatever comes of it.
      const attempt = await db
        .deleteFrom('sign_on_attempts')
        .where('state_hash', '=', hashToken(state))
        .where(sql<boolean>`expires_at > now_ms()`)
        .returning('sealed_proof')
        .executeTakeFirst();
      if (!attempt) throw refuse.detail(SIGN_ON.stale);
      const { nonce, verifier }: Proof = JSON.parse(unseal(sealKey, attempt.sealed_proof));
      const provider = await reach(log);
      const client = await import('openid-client');
      const address = new URL(callbackUrl(context));
      address.search = new URLSearchParams({ code, state }).toString();
      try {
        const answer = await client.authorizationCodeGrant(provider, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return namesIn(answer.claims()!);
      } catch (error) {
        log.warn(wordsOf(error), 'a sign-on came to nothing');
        throw explain(error);
      }
    },
  };
}

/** Reads what the provider says of itself. The library is loaded at the first sign-on, not at start-up. */
async function discover(settings: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const issuer = new URL(settings.issuer);
  const mayLackTls = issuer.protocol === 'http:' && LOOPBACK.includes(issuer.hostname);
  const metadata = {
    client_secret: settings.client_secret,
    [client.clockTolerance]: CLOCK_TOLERANCE_S,
  };
  const found = await client.discovery(issuer, settings.client_id, metadata, undefined, {
    timeout: TIMEOUT_S,
    execute: mayLackTls ? [client.allowInsecureRequests] : [],
  });
  // The page brings back code and state alone. With a single issuer there is nobody to mix it up with.
  const published: ServerMetadata = found.serverMetadata();
  const provider = new client.Configuration(
    { ...published, authorization_response_iss_parameter_supported: false },
    settings.client_id,
    metadata,
  );
  provider.timeout = TIMEOUT_S;
  client.enableNonRepudiationChecks(provider);
  if (mayLackTls) client.allowInsecureRequests(provider);
  return provider;
}

const callbackUrl = (context: AppContext) => `${context.config.publicUrl}/adfs-callback`;

/** An address that its owner has not confirmed names nobody. */
function namesIn(claims: IDToken): string[] {
  const names = [claims.upn, claims.email_verified === false ? null : claims.email];
  return names.filter((name) => typeof name === 'string').map((name) => name.trim().toLowerCase());
}

const unavailable = (detail: string) => new DomainError(503, { detail });

/** Said no, cannot be asked, or answered what does not hold: which of the three was it? */
function explain(error: unknown): DomainError {
  const { name, code, status, error: reason } = error as Record<string, unknown>;
  if (name === 'ResponseBodyError' && Number(status) < 500) {
    // Our own secret is wrong, which is nothing that the person could mend by trying again.
    return reason === 'invalid_client'
      ? unavailable(SIGN_ON.away)
      : refuse.detail(SIGN_ON.declined);
  }
  const isAway =
    name === 'ResponseBodyError' ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    (error as { message?: string }).message === 'fetch failed';
  return isAway ? unavailable(SIGN_ON.away) : refuse.detail(SIGN_ON.untrusted);
}

/** What may be logged of a failure: no code, no token. */
function wordsOf(error: unknown) {
  const { message, code, error: reason, cause } = error as Record<string, unknown>;
  const inner = (cause ?? {}) as Record<string, unknown>;
  return { reason: message, code, said: reason, cause: inner.code };
}
