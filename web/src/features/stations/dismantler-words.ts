import { COUNTIES, type Dismantler } from '@restvarde/contract/dismantlers';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { formatDate } from '../../ui/format/dates.ts';

/** The field labels of an authorisation (DISM-1). */
export const DISMANTLER_LABEL = {
  number: 'Auktorisationens nummer',
  county: 'Län',
  valid_to: 'Gäller till och med',
  note: 'Anteckning',
} as const;

/** The status of an authorisation (DISM-2). */
export function dismantlerStatus(dismantler: Dismantler): { tone: Tone; text: string } {
  const { status, valid_to, checked_at, checked_by, checked_company } = dismantler;
  switch (status) {
    case 'unchecked':
      return { tone: 'warn', text: 'Väntar på att kontrolleras mot länsstyrelsens beslut.' };
    case 'expired':
      return { tone: 'danger', text: `Gick ut ${valid_to}.` };
    case 'valid': {
      const who = [checked_by, checked_company].filter(Boolean).join(', ');
      const when = checked_at === null ? '' : ` ${formatDate(checked_at)}`;
      return {
        tone: 'success',
        text: `Kontrollerad mot länsstyrelsens beslut${when}${who ? ` av ${who}` : ''}.`,
      };
    }
  }
}

/** An authorisation as text, for users who may only read it. */
export function dismantlerRows(dismantler: Dismantler | null): [name: string, value: string][] {
  if (dismantler === null) return [];
  const { number, county, valid_to } = dismantler;
  const until = valid_to === null ? 'tills vidare' : `till och med ${valid_to}`;
  return [
    ['Auktoriserad bilskrotare', `${number}, ${COUNTIES[county]}, ${until}`],
    ['Kontroll', dismantlerStatus(dismantler).text],
  ];
}
