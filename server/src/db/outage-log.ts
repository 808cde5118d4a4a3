import type { Log } from '../log.ts';

/**
 * `lost`: no connection can be opened, or one has ended. `failing`: a query failed for now, because the database is lost,
 * is a standby, is full, or a lock was held too long.
 */
export type DatabaseFault = 'lost' | 'failing';

/** PostgreSQL's codes and classes, and Node's network codes. */
const LOST =
  /^(08|57P0[123]|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EPIPE|ETIMEDOUT)/;
const FAILING = /^(40|53|55P03|57|25006|25P0[34])/;
/** Messages of the driver that have no code. */
const LOST_MESSAGE = /connection terminated|not queryable|terminating connection/i;
const FAILING_MESSAGE = /timeout exceeded when trying to connect|query read timeout|terminat/i;

/** Null for other errors. */
export function databaseFaultOf(error: unknown): DatabaseFault | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const [codeText, messageText] = [String(code ?? ''), String(message ?? '')];
  if (LOST.test(codeText) || LOST_MESSAGE.test(messageText)) return 'lost';
  return FAILING.test(codeText) || FAILING_MESSAGE.test(messageText) ? 'failing' : null;
}

/** Logs one line when the database is lost and one when it is back, however much fails in between (OPS-3). */
export interface OutageLog {
  /** Whether the error belongs to an outage, which has been logged. */
  failed(error: unknown, fault?: DatabaseFault | null): boolean;
  /** Call when the database works again. */
  ended(): void;
  isOn(): boolean;
}

export function openOutageLog(log: Pick<Log, 'error' | 'info'>): OutageLog {
  let began: number | null = null;
  let failures = 0;
  return {
    failed(error, fault = databaseFaultOf(error)) {
      if (fault === null || (fault === 'failing' && began === null)) return false;
      failures += 1;
      if (began !== null) return true;
      began = performance.now();
      log.error({ err: error }, 'the database is lost: calls are answered 503 until it is back');
      return true;
    },
    ended() {
      if (began === null) return;
      const lasted_s = Math.round((performance.now() - began) / 1_000);
      log.info({ lasted_s, failures }, 'the database is back');
      began = null;
      failures = 0;
    },
    isOn: () => began !== null,
  };
}
