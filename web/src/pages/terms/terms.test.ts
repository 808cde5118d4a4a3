import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { isDate } from '@restvarde/contract/dates';
import { accessibility } from './accessibility.ts';
import { personalData } from './personal-data.ts';
import { purchaseConditions } from './purchase-conditions.ts';
import { type Terms, wordsOf } from './terms.ts';
import { termsOfUse } from './terms-of-use.ts';

const all = { personalData, termsOfUse, purchaseConditions, accessibility };
const says = (terms: Terms, ...words: RegExp[]) => {
  const text = wordsOf(terms).replaceAll('\u00a0', ' ');
  for (const one of words) assert.match(text, one);
};

test('TERMS-1, GEN-8 the purchase conditions agree with the rules', () => {
  says(
    purchaseConditions,
    /fyllt 16 år/,
    /undersöka Objektet senast 10 dagar efter det att Köparen meddelades/,
    /besiktningsman .* senast 15 dagar efter meddelandet/,
    /betala hela köpesumman mot faktura senast 30 dagar efter Auktionens slut/,
    /hämta Objektet senast 10 dagar efter Auktionens slut/,
    /lagringsavgift på 1 000 kr för varje Objekt och påbörjad dag/,
    /omregistrerat senast 14 kalenderdagar/,
    /minst 15 procent av det vinnande budet/,
    /längre än 6 månader får vardera parten häva/,
    /inom 3 månader från det att den ena parten begärde medling .* skiljedom/,
    /exklusive mervärdesskatt/,
    /Säljaren senast avgör är Köparen bunden till dess och inte längre/,
    /Antas erbjudandet i Tjänsten innan den tiden har gått ut/,
    /kräva att den som bjuder har länsstyrelsens auktorisation som bilskrotare/,
    /avregistrerat senast 30 dagar efter det att det lämnades ut/,
    /fri till och med den sista hämtningsdagen, och alltid till och med den femte dagen efter den dag då Köparen meddelades/,
    /inte hämtats när den fria lagringen har upphört får Säljaren häva köpet/,
  );
  says(termsOfUse, /fyllt 16 år/);
});

test('TERMS-1 personal data is deleted 3 months after the agreement, and sales are kept for 10 years', () => {
  says(
    personalData,
    /3 månader efter det att avtalet har upphört/,
    /som hör till en försäljning sparas i 10 år/,
  );
});

test('SHELL-8 the text says that there are no cookies, and what web storage contains', () => {
  says(
    personalData,
    /inga kakor/,
    /restvarde\.auth/,
    /restvarde\.draft/,
    /restvarde\.theme/,
    /restvarde\.list_view/,
    /restvarde\.return/,
  );
});

test('SHELL-5 the accessibility statement says what was tested, what was not, and who supervises it', () => {
  says(
    accessibility,
    /WCAG\) 2\.2 på nivå AA/,
    /inte testat\nSkärmläsare för hand/,
    /Vi följer WCAG frivilligt/,
    /svar inom fem vardagar/,
    /Kontakta oss/,
    /PTS/,
  );
});

test('TERMS-1 each text has a version and sections that can be linked to', () => {
  assert.equal(purchaseConditions.version, TERMS_VERSION);
  for (const terms of Object.values(all)) {
    assert.ok(isDate(terms.version));
    const ids = terms.sections.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z-]+$/);
    for (const { blocks } of terms.sections) assert.ok(blocks.length > 0);
  }
});
