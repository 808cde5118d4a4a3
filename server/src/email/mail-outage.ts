import type { Log } from '../log.ts';

/** What a mail server that is there says of one email: it was not taken, and others may be. */
const OF_ONE_EMAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Says in the log when the mail server goes away and when it is back, once each, however many emails are tried
 * between (MAIL-2). It looks on at each try, and lets its fault pass.
 */
export function watchForOutage(log: Log): (sending: Promise<void>) => Promise<void> {
  let began: number | null = null;
  let failed = 0;
  const answered = () => {
    if (began === null) return;
    const lasted_s = Math.round((performance.now() - began) / 1_000);
    log.info({ lasted_s, failed }, 'the mail server takes emails again');
    began = null;
  };
  return async (sending) => {
    try {
      await sending;
      answered();
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      const isAnswer = code !== undefined && OF_ONE_EMAIL.has(code) && responseCode !== 421;
      if (isAnswer) answered();
      else if (began === null) {
        began = performance.now();
        failed = 1;
        log.warn({ err: error }, 'the mail server takes no emails; they wait, and are tried again');
      } else failed += 1;
      throw error;
    }
  };
}
