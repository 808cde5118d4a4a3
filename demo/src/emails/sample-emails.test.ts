import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { composeJob, LETTER_KINDS } from '@restvarde/server/worker';
import { openTestHouse } from '../../../server/test/test-house.ts';
import { letterGallery } from './email-gallery.ts';
import { composeSamples, type Sample } from './sample-emails.ts';

const house = await openTestHouse();
after(() => house.stop());
let samples: Sample[];
before(async () => {
  samples = await composeSamples(house.platform, composeJob);
});

/** What a reader of the HTML sees, a piece to an element. */
function piecesOf(html: string): string[] {
  const body = html.slice(html.indexOf('<h1')).replace(/<!--.*?-->/gs, '');
  return body
    .split(/<[^>]+>/)
    .map((piece) =>
      piece
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
        .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
        .trim(),
    )
    .filter((piece) => piece !== '' && !/^[\u00a0\u2003\s]+$/.test(piece));
}

const each = (check: (sample: Sample) => void) => {
  for (const sample of samples) {
    try {
      check(sample);
    } catch (error) {
      throw new Error(`${sample.kind}, ${sample.name}`, { cause: error });
    }
  }
};

test('MAIL-1 there is a sample of every letter that is sent, and nothing of them stays', async () => {
  assert.deepEqual(
    [...new Set(samples.map(({ kind }) => kind))].toSorted(),
    LETTER_KINDS.toSorted(),
  );
  for (const table of ['auctions', 'companies', 'users', 'reset_tokens', 'login_codes'] as const) {
    const rows = await house.platform.pool.db.selectFrom(table).selectAll().execute();
    assert.deepEqual(rows, [], table);
  }
});

test('MAIL-1 every letter is whole in Swedish, in HTML and in text, which say the same', () => {
  each(({ letter: { html, text } }) => {
    assert.match(html, /<html[^>]* lang="sv"/);
    const pieces = piecesOf(html);
    assert.ok(pieces.length > 3);
    for (const piece of pieces) assert.ok(text.includes(piece), `«${piece}» stands in the text`);
    for (const form of [html, text]) assert.doesNotMatch(form, /undefined|null\b|NaN|\[object/);
  });
});

test('MAIL-1 a subject is one short line that names what has happened, and the object if there is one', () => {
  each(({ kind, letter: { subject } }) => {
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.ok(subject.length <= 150, `${subject.length} characters`);
    const isAboutOne = /ended|winner$|withdrawn|outbid|news|removed|object|pickup/.test(kind);
    if (isAboutOne && kind !== 'untold-winners') assert.match(subject, /Volvo V60|Mercedes-Benz/);
  });
});

test('MAIL-1 a letter has at most one button, says why it came, and how it is turned off or that it is not', () => {
  each(({ kind, letter: { html, text, turnOffUrl } }) => {
    const buttons = html.match(/class="button"/g)?.length ?? 0;
    assert.equal(buttons, kind === 'login-code' ? 0 : 1);
    const [, footer = ''] = text.split('--\n');
    assert.match(footer, /^Du får det här mejlet/);
    if (turnOffUrl) assert.ok(footer.includes(turnOffUrl));
    else if (/outbid|winner$|withdrawn|removed|pickup/.test(kind)) {
      assert.match(footer, /går inte att stänga av/);
    }
  });
});

test('MAIL-1 what people wrote stays text, and long words break', () => {
  const long = samples.filter(({ name }) => name.includes('långa namn'));
  assert.ok(long.length >= 7);
  for (const { letter } of long) {
    assert.doesNotMatch(letter.html, /<b>/);
    assert.match(letter.html, /&lt;b&gt;/);
    assert.match(letter.html, /<h1[^>]*overflow-wrap:anywhere/);
  }
});

test('AUC-13, AUC-14 no sample of a sealed auction tells of a rival, and none of a hidden reserve its amount', () => {
  for (const { kind, name, letter } of samples) {
    if (name.startsWith('dolda bud') && kind === 'ended') {
      assert.doesNotMatch(letter.html + letter.text, /55\s500|Högsta|högst/);
    }
    if (name.includes('dolt pris')) assert.doesNotMatch(letter.html + letter.text, /[69]0\s000/);
  }
});

test('the gallery shows all letters at each width, light and dark', async () => {
  const node = await house.openNode();
  letterGallery(node.app, node.platform, composeJob);
  for (const query of ['', '?width=600&dark=1']) {
    const { statusCode, body, headers } = await node.app.inject(`/demo/letters${query}`);
    assert.equal(statusCode, 200);
    assert.equal(body.match(/<iframe/g)?.length, samples.length);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.equal(body.includes('@media not all'), query === '');
  }
});
