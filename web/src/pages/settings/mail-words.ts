import type { MailState } from '@restvarde/contract/failed-emails';

/** Explains the last error without mail server jargon. */
export function explainReason(reason: string): string {
  if (/\b5\d\d\b|\b5\.\d\.\d/.test(reason)) return 'Mottagarens adress togs inte emot.';
  if (/\b4\d\d\b|\b4\.\d\.\d/.test(reason)) return 'Mejlservern bad oss försöka senare varje gång.';
  if (/auth|login/i.test(reason)) return 'Mejlservern godtog inte vår inloggning.';
  if (/refused|timeout|timed out|ENOTFOUND|EAI_AGAIN|closed|connect|socket/i.test(reason)) {
    return 'Mejlservern svarade inte.';
  }
  return 'Mejlet kunde inte lämnas till mejlservern.';
}

/** If emails have waited this long, sending is stuck. */
const STUCK_MS = 5 * 60_000;

/** The state of email delivery, in a sentence. */
export function describeMail(state: MailState, now: number): { is_well: boolean; text: string } {
  const { waiting, waiting_since, delayed } = state;
  const emails = (count: number) => `${count} mejl`;
  if (waiting_since !== null && now - Date.parse(waiting_since) > STUCK_MS) {
    return {
      is_well: false,
      text: `${emails(waiting)} väntar på att skickas, det äldsta i mer än fem minuter.`,
    };
  }
  if (delayed > 0) {
    return {
      is_well: false,
      text: `${emails(delayed)} kunde inte skickas vid förra försöket. Nya försök görs automatiskt i ett halvt dygn.`,
    };
  }
  if (waiting > 0) return { is_well: true, text: `${emails(waiting)} är på väg.` };
  return { is_well: true, text: 'Inget mejl väntar på att skickas.' };
}
