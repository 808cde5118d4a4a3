import { ForgetfulMap } from '../forgetful-map.ts';
import type { Log } from '../log.ts';

/** Nodemailer's codes for an error of one email: the mail server works. */
const ABOUT_ONE_EMAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/** During an outage one waiting email is sent at this interval. All are retried at most this often. */
const RETRY_INTERVAL_MS = 5_000;
/** The number of failing emails that are remembered. */
const REMEMBERED = 20_000;
/** Emails that failed just before an answer are marked as waiting within this time. */
const MARKED_MS = 1_000;

interface SmtpError {
  code?: string;
  responseCode?: number;
}

/** Whether the mail server refused this email for good (5xx), or did not take it now. */
export function failureOf(error: unknown): 'refused' | 'failed' {
  return isAboutOneEmail(error) && ((error as SmtpError).responseCode ?? 0) >= 500
    ? 'refused'
    : 'failed';
}

/** 421 closes the connection, whatever it replies to. */
function isAboutOneEmail(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError;
  return code !== undefined && ABOUT_ONE_EMAIL.has(code) && responseCode !== 421;
}

/** Watches the outcome of sent emails. */
export interface OutageWatch {
  /**
   * Returns `sending` and watches its outcome. `id` is the same on every try of an email. An error gets `is_own_fault`
   * if the mail server drops the connection over this email alone.
   */
  watch(id: string, sending: Promise<void>): Promise<void>;
  stop(): void;
}

/**
 * Logs the start and the end of each outage of the mail server, however many emails fail in between (MAIL-2). During an
 * outage it retries one email at a time; when the mail server answers again, all waiting ones.
 *
 * An email that fails again after another was accepted is not an outage: the fault is in the email.
 */
export function watchForOutage(
  log: Log,
  retryWaiting: (limit?: number) => Promise<void>,
): OutageWatch {
  let began: number | null = null;
  let failed = 0;
  let acceptedAt = -Infinity;
  const failures = new ForgetfulMap<string, number>(REMEMBERED);
  let probing: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let retriedAt = -Infinity;
  // The database may be unavailable too: emails then wait for their next regular try.
  const retry = (limit?: number) => void retryWaiting(limit).catch(() => {});
  const retryAll = () => {
    const wait_ms = Math.max(MARKED_MS, retriedAt + RETRY_INTERVAL_MS - performance.now());
    retrying ??= setTimeout(() => {
      retrying = undefined;
      retriedAt = performance.now();
      retry();
    }, wait_ms);
  };
  const onAnswer = () => {
    if (began === null) return;
    const lasted_s = Math.round((performance.now() - began) / 1_000);
    log.info({ lasted_s, failed }, 'the mail server takes emails again');
    began = null;
    clearInterval(probing);
    retryAll();
  };
  const isOwnFault = (id: string) => {
    if (began === null && (failures.get(id) ?? Infinity) < acceptedAt) return true;
    failures.set(id, performance.now());
    return false;
  };
  return {
    async watch(id, sending) {
      try {
        await sending;
        failures.delete(id);
        acceptedAt = performance.now();
        onAnswer();
      } catch (error) {
        if (isAboutOneEmail(error)) onAnswer();
        else if (isOwnFault(id)) Object.assign(error as Error, { is_own_fault: true });
        else if (began === null) {
          began = performance.now();
          failed = 1;
          log.warn(
            { err: error },
            'the mail server takes no emails; they wait, and are tried again',
          );
          probing = setInterval(() => retry(1), RETRY_INTERVAL_MS);
        } else failed += 1;
        throw error;
      }
    },
    stop() {
      clearInterval(probing);
      clearTimeout(retrying);
    },
  };
}
