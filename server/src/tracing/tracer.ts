import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { TracingSettings } from '../config.ts';
import { type EndedSpan, openExporter } from './exporter.ts';
import type { Attributes, Span } from './span.ts';
import { traceStatements } from './trace-statements.ts';

/** What a node, or its worker, tells an OpenTelemetry collector of where its time goes (OPS-19). */
export interface Tracer {
  /** The root of a trace: a batch of bids and an email are nobody's call. */
  span: Span;
  /** A span for each call of these routes. */
  watch(app: FastifyInstance): void;
  /** Sends what waits. */
  stop(): Promise<void>;
}

/** A span that is under way. */
interface Running {
  trace_id: string;
  span_id: string;
  parent_id: string | null;
  began_ms: number;
}

const KIND = { internal: 1, server: 2, client: 3 } as const;
/** Asked every other second by each proxy. */
const PROBES = ['/readyz', '/healthz'];
/** Of a caller's own trace: https://www.w3.org/TR/trace-context */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

const nowMs = () => performance.timeOrigin + performance.now();

/** Starts tracing in this thread: from now on statements are spans of what asked for them. */
export function openTracer(
  settings: TracingSettings,
  onLost: (spans: number, error: unknown) => void,
): Tracer {
  const exporter = openExporter(settings, onLost);
  const current = new AsyncLocalStorage<Running | null>();
  const isChosen = () => settings.ratio === 1 || Math.random() < settings.ratio;

  const start = (parent: Pick<Running, 'trace_id' | 'span_id'> | null): Running => ({
    trace_id: parent?.trace_id ?? randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    parent_id: parent?.span_id ?? null,
    began_ms: nowMs(),
  });
  const end = (
    span: Running,
    what: Pick<EndedSpan, 'name' | 'kind' | 'attributes' | 'is_failed'>,
  ) => exporter.add({ ...span, ...what, ended_ms: nowMs() });

  traceStatements((name, attributes) => {
    const parent = current.getStore();
    if (!parent) return null;
    const span = start(parent);
    return (is_failed) => end(span, { name, kind: KIND.client, attributes, is_failed });
  });

  return {
    async span(name, attributes, work) {
      if (!isChosen()) return current.run(null, work);
      const span = start(null);
      let is_failed = true;
      try {
        const done = await current.run(span, work);
        is_failed = false;
        return done;
      } finally {
        end(span, { name, kind: KIND.internal, attributes, is_failed });
      }
    },
    watch(app) {
      const calls = new WeakMap<object, Running>();
      app.addHook('onRequest', (request, _reply, done) => {
        if (PROBES.includes(request.routeOptions.url ?? '') || !isChosen()) return done();
        const told = TRACE_PARENT.exec(String(request.headers.traceparent));
        const span = start(told ? { trace_id: told[1]!, span_id: told[2]! } : null);
        calls.set(request, span);
        current.run(span, done);
      });
      app.addHook('onResponse', (request, reply, done) => {
        const span = calls.get(request);
        if (span) {
          const route = request.routeOptions.url ?? 'none';
          const attributes: Attributes = {
            'http.request.method': request.method,
            'http.route': route,
            'http.response.status_code': reply.statusCode,
            'restvarde.request_id': request.id,
          };
          const is_failed = reply.statusCode >= 500;
          end(span, {
            name: `${request.method} ${route}`,
            kind: KIND.server,
            attributes,
            is_failed,
          });
        }
        done();
      });
    },
    stop: exporter.stop,
  };
}
