import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEmails, type RenderedSample, renderSamples } from './emails.ts';

const samples = await renderSamples();

/** The visible text of the HTML, one entry per element. */
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
        .trim(),
    )
    .filter((piece) => piece !== '');
}

const each = (check: (sample: RenderedSample) => void) => {
  for (const sample of samples) {
    try {
      check(sample);
    } catch (error) {
      throw new Error(`${sample.template}, ${sample.name}`, { cause: error });
    }
  }
};

test('MAIL-1 every email has a name and samples', async () => {
  const emails = await loadEmails();
  assert.ok(emails.length > 30);
  for (const email of emails) {
    assert.ok(samples.some(({ template }) => template === email.kind));
  }
  assert.equal(new Set(emails.map(({ name }) => name)).size, emails.length);
  // A user without a password, or without an address of their own, gets another version of «Välj lösenord».
  const withoutJob = emails.filter(({ read }) => !read).map(({ kind }) => kind);
  assert.deepEqual(withoutJob, ['address-taken', 'welcome']);
});

test('MAIL-1 every email is complete in Swedish, with the same content in HTML and text', () => {
  each(({ email: { html, text } }) => {
    assert.match(html, /<html[^>]* lang="sv"/);
    const pieces = piecesOf(html);
    assert.ok(pieces.length > 3);
    for (const piece of pieces) assert.ok(text.includes(piece), `«${piece}» is in the text`);
    for (const form of [html, text]) assert.doesNotMatch(form, /undefined|null\b|NaN|\[object/);
  });
});

test('MAIL-1 every email has a title, and the names of facts are row headers', () => {
  let facts = 0;
  each(({ email: { html } }) => {
    assert.match(html, /<title>[^<]+<\/title>/);
    for (const table of html.split('<tr class="fact">').slice(1)) {
      facts += 1;
      assert.match(table, /^<th scope="row"/);
    }
    assert.doesNotMatch(html, /role="presentation"[^>]*><tbody><tr class="fact"/);
  });
  assert.ok(facts > 10);
});

test('MAIL-1, FMT-1 no line breaks within a date, or between a postal code and its town', () => {
  const whole = /<span style="white-space:nowrap">[^<]+<\/span>/g;
  let dates = 0;
  each(({ email: { html } }) => {
    const body = html.slice(html.indexOf('<h1'));
    dates += body.match(whole)?.length ?? 0;
    const shown = body.replaceAll(whole, '').replaceAll(/<[^>]+>/g, ' ');
    assert.doesNotMatch(shown, /\d{4}-\d{2}-\d{2}|\d{3} \d{2} \p{Lu}/u);
  });
  assert.ok(dates > 10);
});

test('MAIL-1 in text a fact is one line, a list has dashes, and a URL ends its line', () => {
  const textOf = (template: string, name: string) =>
    samples.find((sample) => sample.template === template && sample.name === name)?.email.text ??
    '';
  assert.equal(
    textOf('bid-news', 'bevakar').replaceAll('\u00a0', ' '),
    `Restvärde

Nya bud på Volvo V60 D4 Momentum

Auktionen som du bevakar har fått nya bud. Hittills: 2 bud.

Auktion: NS-0001
Högsta bud: 55 500 kr exkl. moms
Lägsta nästa bud: 56 000 kr
Reservationspris: 60 000 kr, ej uppnått
Slutar: fre 20 nov 14:30

Visa auktionen:
https://restvarde.example/auctions/7

--
Du får det här mejlet eftersom din verkstad bevakar auktionen. Nya bud samlas: högst ett mejl var femte minut, tätare mot slutet.

Stäng av bevakningen på auktionens sida:
https://restvarde.example/auctions/7`,
  );
  assert.match(
    textOf('company-summary', 'några').replaceAll('\u00a0', ' '),
    /\n\nAvslutade med bud\n- NS-1000, Volvo V60 D4 Momentum: 60 000 kr, 2 bud: https:\/\/\S+\n- NS-1001, [^\n]+\n\nAvslutade utan bud\n- /,
  );
  assert.match(
    textOf('company-summary', 'några').replaceAll('\u00a0', ' '),
    /\n\nLäggs upp på nytt för demontering\n- NS-1002, Volvo V60 D4 Momentum: https:\/\/\S+\n\nVinnare som inte är meddelade\n- /,
  );
  assert.match(textOf('company-summary', 'många'), /\n- … och \d+ till\n\n/);
});

test('MAIL-1 a subject is one short line with the event, and the object if there is one', () => {
  each(({ template, email: { subject } }) => {
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.ok(subject.length <= 150, `${subject.length} characters`);
    const isAboutOne = /ended|winner$|withdrawn|outbid|news|removed|object|pickup/.test(template);
    if (isAboutOne) assert.match(subject, /Volvo V60|Mercedes-Benz/);
  });
});

test('MAIL-1 an email has at most one button, states why it was sent, and how to turn it off or that it cannot be', () => {
  each(({ template, email: { html, text, unsubscribeUrl } }) => {
    const buttons = html.match(/class="button"/g)?.length ?? 0;
    const hasNone = ['login-code', 'address-taken', 'contact-change', 'chain-anchor'].includes(
      template,
    );
    assert.equal(buttons, hasNone ? 0 : 1);
    const [, footer = ''] = text.split('--\n');
    assert.match(footer, /^(Du får|Det här är)/);
    if (unsubscribeUrl) assert.ok(footer.includes(unsubscribeUrl));
    else if (/outbid|winner$|withdrawn|removed|pickup/.test(template)) {
      assert.match(footer, /kan inte väljas bort/);
    } else assert.doesNotMatch(footer, /https:/);
  });
});

test('MAIL-1 user text is escaped, and long words break', () => {
  const long = samples.filter(({ name }) => name.includes('långa namn'));
  assert.ok(long.length >= 7);
  for (const { email } of long) {
    assert.doesNotMatch(email.html, /<b>/);
    assert.match(email.html, /&lt;b&gt;/);
    assert.match(email.html, /<h1[^>]*overflow-wrap:anywhere/);
  }
});

test('MAIL-1 a phone number does not break at spaces or hyphen', () => {
  const withPhone = samples.filter(({ email }) => email.text.includes('08-123 45 00.'));
  assert.ok(withPhone.length >= 7);
  for (const { email } of withPhone) {
    assert.match(email.html, /<span style="white-space:nowrap">08-123 45 00<\/span>\./);
  }
});

test('MAIL-1 the preview shows nothing of the text after it', () => {
  each(({ email: { html } }) => {
    const [, preview = '', blanks = ''] = /opacity:0[^>]*>([^<]+)<div>([^<]*)</.exec(html) ?? [];
    assert.ok(preview.length > 20);
    assert.match(blanks, /^(\u00a0\u200c)*$/);
    assert.ok(preview.length + blanks.length >= 150);
  });
});
