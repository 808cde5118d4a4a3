import assert from 'node:assert/strict';

const ENGLISH =
  /\b(invalid|expected|must|required|error|bad request|unexpected|not found|body|property|failed)\b/i;

/**
 * Never a fault of ours; an error is worded in Swedish, by field or as a whole (API-2). `about` says
 * which call it was.
 */
export function checkAnswer(answer: { status: number; body: unknown }, about: string): void {
  const said = `${about}: ${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 500);
  assert.ok(answer.status < 500, said);
  if (answer.status >= 400) checkErrorBody(answer.body, said);
}

/** `{field: [sentences]}` or `{detail}`, with a `code` where a client must tell cases apart (API-2). */
export function checkErrorBody(body: unknown, said: string): void {
  assert.ok(body !== null && typeof body === 'object' && !Array.isArray(body), said);
  const entries = Object.entries(body);
  assert.ok(entries.length > 0, said);
  for (const [field, written] of entries) {
    if (field === 'code') {
      assert.match(String(written), /^[a-z_]+$/, said);
      continue;
    }
    // What a client goes on by: `offset` of an upload, `request_id` of a fault.
    if (typeof written === 'number' || field === 'request_id') continue;
    const sentences = field === 'detail' ? [written] : written;
    assert.ok(Array.isArray(sentences) && sentences.length > 0, said);
    for (const sentence of sentences) {
      assert.equal(typeof sentence, 'string', said);
      assert.ok(sentence.length > 3 && !ENGLISH.test(sentence), said);
    }
  }
}
