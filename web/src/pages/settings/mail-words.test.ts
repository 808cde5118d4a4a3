import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMail, explainReason } from './mail-words.ts';

test('MAIL-2 a mail server’s answer is explained in plain language', () => {
  const cases: [string, RegExp][] = [
    ["Can't send mail - all recipients were rejected: 550 no such box", /adress togs inte emot/],
    ['Message failed: 451 try later', /försöka senare/],
    ['connect ECONNREFUSED 127.0.0.1:25', /svarade inte/],
    ['Greeting never received, Timeout', /svarade inte/],
    ['Invalid login: 535 5.7.8 no', /adress|inloggning/],
    ['', /kunde inte lämnas/],
  ];
  for (const [reason, said] of cases) assert.match(explainReason(reason), said);
});

test('MAIL-2 the state of email delivery is one sentence', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const state = { waiting: 0, waiting_since: null, delayed: 0, given_up: 0, letters: [] };
  const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();
  const cases: [object, boolean, RegExp][] = [
    [{}, true, /^Inget mejl väntar/],
    [{ waiting: 1, waiting_since: at(1) }, true, /^1 mejl är på väg/],
    [{ waiting: 400, waiting_since: at(6) }, false, /^400 mejl väntar/],
    [{ waiting: 2, waiting_since: at(1), delayed: 3 }, false, /^3 mejl kunde inte skickas/],
  ];
  for (const [changes, is_well, text] of cases) {
    const said = describeMail({ ...state, ...changes }, now);
    assert.equal(said.is_well, is_well);
    assert.match(said.text, text);
  }
});
