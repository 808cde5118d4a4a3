import { SENTENCE } from '@restvarde/contract/errors';

/** No reply: the device is offline or the server is unavailable. */
export const NO_CONTACT =
  'Vi får ingen kontakt med servern. Kontrollera din anslutning och försök igen.';

/** A call that was refused or got no reply (API-2). `message` is always a Swedish sentence that can be shown. */
export class ApiError extends Error {
  /** The HTTP status, or 0 if there was no reply. */
  readonly status: number;
  /** One sentence about the whole call, if the server sent one. */
  readonly detail: string | null;
  /** Messages by field name. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** Distinguishes cases, such as `is_ad_user` (AUTH-5). */
  readonly code: string | null;
  /** Seconds to wait, from Retry-After (AUTH-15). */
  readonly retry_after: number | null;
  readonly request_id: string | null;
  /** The whole response body, for values that are neither message nor code (`auction_id`, FORM-12). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown, retry_after: number | null = null) {
    const answer = isRecord(body) ? body : {};
    const { detail, code, request_id, ...rest } = answer;
    const fields: Record<string, string[]> = {};
    for (const [name, value] of Object.entries(rest)) {
      const messages = asMessages(value);
      if (messages.length > 0) fields[name] = messages;
    }
    const sentence = asMessages(detail)[0] ?? null;
    super(
      sentence ?? Object.values(fields)[0]?.[0] ?? (status === 0 ? NO_CONTACT : SENTENCE.generic),
    );
    this.name = 'ApiError';
    this.status = status;
    this.detail = sentence;
    this.fields = fields;
    this.code = typeof code === 'string' ? code : null;
    this.retry_after = retry_after;
    this.body = answer;
    this.request_id = typeof request_id === 'string' ? request_id : null;
  }

  /** All messages as a list (AUTH-13, BID-1). */
  get messages(): string[] {
    const all = [
      ...(this.detail === null ? [] : [this.detail]),
      ...Object.values(this.fields).flat(),
    ];
    return all.length > 0 ? all : [this.message];
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asMessages(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!Array.isArray(value)) return [];
  return value.filter((message): message is string => typeof message === 'string');
}
