import type { FastifyInstance, InjectOptions } from 'fastify';

const MAX_TRIES = 5;

/** Injects a call and repeats it on 503, which a busy machine may answer. */
export async function injectUntilServed(app: FastifyInstance, call: InjectOptions) {
  for (let tries = 1; ; tries += 1) {
    const reply = await app.inject(call);
    if (reply.statusCode !== 503 || tries === MAX_TRIES) return reply;
  }
}
