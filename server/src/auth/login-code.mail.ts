import { AUTH } from '@restvarde/contract/auth/lifetimes';
import type { LetterContent } from '../mail/letter.ts';

/** The code of the second factor (AUTH-4), with the warning that the login page gives too (AUTH-16). */
export function loginCodeLetter(code: string): LetterContent {
  return {
    subject: `Din kod: ${code}`,
    heading: 'Logga in på Restvärde',
    paragraphs: [
      'Skriv in koden på sidan där du loggar in:',
      `Koden gäller i ${AUTH.codeMinutes} minuter och kan användas en gång.`,
      'Lämna aldrig ut koden. Har någon ringt och bett dig logga in? Gör det inte, och kontakta ditt bolag.',
    ],
    code,
    preview: `Koden gäller i ${AUTH.codeMinutes} minuter. Lämna aldrig ut den.`,
    reason:
      'Du får det här mejlet eftersom någon loggade in med din e-postadress och ditt lösenord.',
  };
}
