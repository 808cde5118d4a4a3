import type { TracingSettings } from '../config.ts';
import { VERSION } from '../release.ts';
import type { Attributes } from './span.ts';

export interface EndedSpan {
  trace_id: string;
  span_id: string;
  parent_id: string | null;
  name: string;
  /** By OpenTelemetry's numbers. */
  kind: number;
  attributes: Attributes;
  is_failed: boolean;
  /** Milliseconds since the epoch, with fractions. */
  began_ms: number;
  ended_ms: number;
}

const SEND_INTERVAL_MS = 1_000;
const SEND_LIMIT_MS = 5_000;
const BATCH = 512;
/** More are dropped while the collector is away: nobody waits for it, and memory is not its store. */
const MOST_WAITING = 4_096;
const LOG_INTERVAL_MS = 60_000;
const ERROR = 2;

/** Sends spans by OTLP/HTTP as JSON, a second's together. What cannot be sent is lost, and `onLost` is told how much, once a minute. */
export function openExporter(
  settings: TracingSettings,
  onLost: (spans: number, error: unknown) => void,
) {
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
  let waiting: EndedSpan[] = [];
  let lost = 0;
  let toldAt = -Infinity;
  let sending: Promise<void> = Promise.resolve();

  const send = async (spans: EndedSpan[]) => {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { ...settings.headers, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(spans, settings.service)),
        signal: AbortSignal.timeout(SEND_LIMIT_MS),
        redirect: 'error',
      });
      if (!reply.ok) throw new Error(`The collector answered ${reply.status}.`);
      await reply.arrayBuffer();
    } catch (error) {
      lost += spans.length;
      if (performance.now() - toldAt < LOG_INTERVAL_MS) return;
      toldAt = performance.now();
      onLost(lost, error);
      lost = 0;
    }
  };
  const flush = () => {
    sending = sending.then(async () => {
      while (waiting.length > 0) {
        const spans = waiting.slice(0, BATCH);
        waiting = waiting.slice(BATCH);
        await send(spans);
      }
    });
    return sending;
  };
  const timer = setInterval(() => {
    if (waiting.length > 0) void flush();
  }, SEND_INTERVAL_MS);
  timer.unref();
  return {
    add(span: EndedSpan) {
      if (waiting.length < MOST_WAITING) waiting.push(span);
      else lost++;
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function toOtlp(spans: EndedSpan[], service: string) {
  const resource = { 'service.name': service, 'service.version': VERSION };
  return {
    resourceSpans: [
      {
        resource: { attributes: toPairs(resource) },
        scopeSpans: [
          {
            scope: { name: 'restvarde' },
            spans: spans.map((span) => ({
              traceId: span.trace_id,
              spanId: span.span_id,
              ...(span.parent_id && { parentSpanId: span.parent_id }),
              name: span.name,
              kind: span.kind,
              startTimeUnixNano: toNanoseconds(span.began_ms),
              endTimeUnixNano: toNanoseconds(span.ended_ms),
              attributes: toPairs(span.attributes),
              status: span.is_failed ? { code: ERROR } : {},
            })),
          },
        ],
      },
    ],
  };
}

const toNanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const toPairs = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
