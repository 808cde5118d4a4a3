// Loaded before a product that is started for tests (`--import`): holds every call that it is sent, and every answer,
// against the contract, and so against OpenAPI (API-1). A breach is a line on standard error that begins with `BREACH`.
import { subscribe } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const HUNG_UP = 499;

// Threads load it too, and answer no calls.
if (isMainThread) {
  const { checkContract } = await import('../answer-shape.ts');
  const { checkCall, operationOf } = await import('./call-shape.ts');
  subscribe('fastify.initialization', (made) => {
    watch((made as { fastify: FastifyInstance }).fastify);
  });

  function watch(app: FastifyInstance): void {
    const fieldsOf = new WeakMap<FastifyRequest, string[]>();
    app.addHook('preHandler', (request, _reply, done) => {
      if (request.routeOptions.config.endpoint?.multipart && request.isMultipart())
        fieldsOf.set(request, noteFields(request));
      done();
    });
    // Before it is compressed: hooks run in the order in which they were added.
    app.addHook('onSend', async (request, reply, payload) => {
      const { method, url, query, body } = request;
      if (!url.startsWith('/api/') || method === 'HEAD') return;
      const status = reply.statusCode;
      const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
      holding(`${method} ${url.split('?')[0]}: ${status}`, () => {
        const { endpoint } = request.routeOptions.config;
        if (request.is404) throw new Error('the contract has no such call');
        if (!endpoint) return;
        // A client that has disconnected gets no answer.
        if (status === HUNG_UP) return;
        if (!(String(status) in operationOf(endpoint).responses))
          throw new Error('OpenAPI has no such status');
        checkCall(endpoint, { query: query as object, body, fields: fieldsOf.get(request) ?? [] });
        const answered = isJson ? JSON.parse(String(payload)) : undefined;
        checkContract(method, url, { status, body: answered });
      });
    });
  }
}

/** The names of a form's fields, in the order received. */
function noteFields(request: FastifyRequest): string[] {
  const fields: string[] = [];
  const parts = request.parts.bind(request);
  request.parts = async function* (options) {
    for await (const part of parts(options)) {
      fields.push(part.fieldname);
      yield part;
    }
  };
  return fields;
}

function holding(about: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`BREACH ${about}: ${message.replaceAll(/\s+/g, ' ').slice(0, 1_000)}\n`);
  }
}
