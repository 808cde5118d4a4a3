import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { TracingSettings } from '../config.ts';
import { VERSION } from '../release.ts';
import { type Span, traceStatements } from './trace-statements.ts';

/** Sends spans of a node, or of its worker, to an OpenTelemetry collector (OPS-19). */
export interface Tracer {
  /** Runs work in the root span of a new trace, for work that belongs to no single call. */
  span: Span;
  /** Makes a span of each call of these routes. */
  watch(app: FastifyInstance): void;
  /** Sends the spans that wait. */
  stop(): Promise<void>;
}

const SEND_INTERVAL_MS = 1_000;
const SEND_LIMIT_MS = 5_000;
/** Spans beyond this are dropped while the collector is unavailable. */
const MAX_WAITING = 4_096;
const LOG_INTERVAL_MS = 60_000;
/** Proxies call these every other second. */
const PROBES = ['/readyz', '/healthz'];

/** Starts tracing in this thread. From now on the statements of a traced call are its child spans. */
export function openTracer(
  settings: TracingSettings,
  onLost: (spans: number, error: unknown) => void,
): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: SEND_LIMIT_MS,
  });
  const byRatio = new TraceIdRatioBasedSampler(settings.ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.service,
      'service.version': VERSION,
    }),
    // A caller's `traceparent` names the trace, but does not decide whether it is sampled.
    sampler: new ParentBasedSampler({
      root: byRatio,
      remoteParentSampled: byRatio,
      remoteParentNotSampled: byRatio,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportLoss(exporter, onLost),
        scheduledDelayMillis: SEND_INTERVAL_MS,
        maxQueueSize: MAX_WAITING,
      }),
    ],
  });
  const tracer = provider.getTracer('restvarde');
  const propagator = new W3CTraceContextPropagator();
  // Not the API's global context: a process may have several nodes, each with a collector.
  const current = new AsyncLocalStorage<Context>();

  traceStatements((name, attributes) => {
    const parent = current.getStore();
    if (!parent) return null;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
    return (isFailed) => end(span, isFailed);
  });

  return {
    async span(name, attributes, work) {
      const span = tracer.startSpan(name, { attributes }, ROOT_CONTEXT);
      let isFailed = true;
      try {
        const result = await current.run(trace.setSpan(ROOT_CONTEXT, span), work);
        isFailed = false;
        return result;
      } finally {
        end(span, isFailed);
      }
    },
    watch(app) {
      const spans = new WeakMap<object, OtelSpan>();
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        if (PROBES.includes(route)) return done();
        const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'restvarde.request_id': request.id,
        };
        const options = { kind: SpanKind.SERVER, attributes };
        const span = tracer.startSpan(`${request.method} ${route}`, options, parent);
        spans.set(request, span);
        current.run(trace.setSpan(parent, span), done);
      });
      app.addHook('onResponse', (request, { statusCode }, done) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', statusCode);
        if (span) end(span, statusCode >= 500);
        done();
      });
    },
    // What cannot be sent is reported above.
    stop: () => provider.shutdown().catch(() => {}),
  };
}

function end(span: OtelSpan, isFailed: boolean): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The exporter, which reports at most once a minute how many spans could not be sent. */
function reportLoss(
  exporter: SpanExporter,
  onLost: (spans: number, error: unknown) => void,
): SpanExporter {
  let lost = 0;
  let reportedAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED) {
          lost += spans.length;
          if (performance.now() - reportedAt >= LOG_INTERVAL_MS) {
            reportedAt = performance.now();
            onLost(lost, result.error);
            lost = 0;
          }
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
