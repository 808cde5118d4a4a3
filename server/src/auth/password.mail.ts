import { AUTH } from '@restvarde/contract/auth/lifetimes';
import type { LetterContent } from '../mail/letter.ts';

/** The link to choose a password by: a first one, or a new one in place of one that was forgotten (AUTH-14). */
export function setPasswordLetter(link: {
  url: string;
  isNew: boolean;
  /** Whose account it is: a workshop's, by the company that it bids with, or a company's own. */
  station_name: string | null;
  company_name: string | null;
}): LetterContent {
  if (link.isNew) {
    const { station_name, company_name } = link;
    const by = company_name === null ? '' : ` av ${company_name}`;
    const as = station_name === null ? '' : ` för att bjuda som ${station_name}`;
    return {
      subject: 'Välkommen till Restvärde, välj lösenord',
      heading: 'Välkommen till Restvärde',
      paragraphs: [
        `Du har fått ett konto${by} på Restvärde, marknadsplatsen för skadade fordon${as}. Välj ett lösenord för att komma igång.`,
        `Länken gäller i ${AUTH.linkHours.new} timmar och kan användas en gång. Har den gått ut? Be om ett nytt mejl med «Jag har glömt mitt lösenord.» på inloggningssidan.`,
      ],
      button: { text: 'Välj lösenord', url: link.url },
      reason: 'Du får det här mejlet eftersom du har fått ett konto med din e-postadress.',
    };
  }
  return {
    subject: 'Välj nytt lösenord',
    heading: 'Välj nytt lösenord',
    paragraphs: [
      'Du kan nu välja ett nytt lösenord till Restvärde.',
      `Länken gäller i ${AUTH.linkHours.known} timmar och kan användas en gång.`,
      'Har du inte bett om det här? Då behöver du inte göra något: ditt lösenord gäller som förut.',
    ],
    button: { text: 'Välj nytt lösenord', url: link.url },
    reason: 'Du får det här mejlet eftersom någon bad om ett nytt lösenord för din e-postadress.',
  };
}

/** The receipt of a changed password, with what to do when it was somebody else (AUTH-14). */
export function passwordChangedLetter(link: { url: string }): LetterContent {
  return {
    subject: 'Ditt lösenord har ändrats',
    heading: 'Ditt lösenord har ändrats',
    paragraphs: [
      'Lösenordet till ditt konto på Restvärde har ändrats, och du har loggats ut överallt.',
      'Var det inte du? Välj genast ett nytt lösenord, och kontakta ditt bolag.',
    ],
    button: { text: 'Välj nytt lösenord', url: link.url },
    reason: 'Du får det här mejlet varje gång ditt lösenord ändras.',
  };
}
