import type { FastifyInstance, FastifyRequest } from 'fastify';
import { onceAMinute } from '../log.ts';
import { addressGroup, addressOf } from './address-group.ts';
import { LIMITS } from './limit-table.ts';
import type { Limits } from './limits.ts';
import { REPORTS_PATH } from './security-headers.ts';

const TYPES = ['application/reports+json', 'application/csp-report'];
const DIRECTIVE = /"(?:effectiveDirective|effective-directive)"\s*:\s*"([a-z-]{1,40})"/;

/**
 * Receives browsers' reports of breaches of the content security policy. Counts them, and logs one a minute with the
 * count since the previous line. Normally there are none (OPS-6).
 */
export async function policyReportRoute(app: FastifyInstance, limits: Limits): Promise<void> {
  const report = onceAMinute(({ log, body }: FastifyRequest, count) => {
    // Log nothing else: the page's address may contain a secret link.
    const directive = DIRECTIVE.exec(String(body))?.[1] ?? 'unknown';
    log.warn({ count, directive }, 'the page policy was breached');
  });
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser(TYPES, { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(REPORTS_PATH, async (request, reply) => {
      await limits.spend(LIMITS.anonymous, addressGroup(addressOf(request)));
      report(request);
      return reply.code(204).send();
    });
    done();
  });
}
