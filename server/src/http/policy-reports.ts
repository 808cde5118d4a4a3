import type { FastifyInstance, FastifyRequest } from 'fastify';
import { onceAMinute } from '../log.ts';
import { addressGroup, addressOf } from './address-group.ts';
import { LIMITS } from './limit-table.ts';
import type { Limits } from './limits.ts';
import { REPORTS_PATH } from './security-headers.ts';

const TYPES = ['application/reports+json', 'application/csp-report'];
const DIRECTIVE = /"(?:effectiveDirective|effective-directive)"\s*:\s*"([a-z-]{1,40})"/;

/**
 * Takes what browsers report of breaches of the page's policy, counts it, and logs the first of each minute with
 * the count since the one before: in order there are none (OPS-6).
 */
export async function policyReportRoute(app: FastifyInstance, limits: Limits): Promise<void> {
  const report = onceAMinute(({ log, body }: FastifyRequest, count) => {
    // Nothing else of it: a page's address may hold the secret of a link.
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
