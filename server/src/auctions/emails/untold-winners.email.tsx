import { Layout } from '../../email/layout.tsx';
import { Button, List, Paragraph } from '../../email/parts.tsx';
import { AUCTION_URL, CAR, HOME_URL, LONG_CAR } from './samples.ts';
import { objectName, subjectOf } from './words.ts';

export interface UnnotifiedWinner {
  number: string;
  manufacturer: string;
  model: string;
}

interface UnnotifiedWinnersProps {
  /** At least one. */
  auctions: UnnotifiedWinner[];
  /** URL of the auction if there is one, otherwise of the home page. */
  url: string;
}

export const subject = ({ auctions: [first, ...more] }: UnnotifiedWinnersProps) =>
  more.length === 0
    ? `Vinnaren är inte meddelad: ${subjectOf(first!)}`
    : `${more.length + 1} vinnare är inte meddelade`;

/** Sent to a case manager: winners selected days ago and not notified. */
export default function UnnotifiedWinnersEmail({ auctions, url }: UnnotifiedWinnersProps) {
  const isOne = auctions.length === 1;
  const whatToDo = `${isOne ? 'Auktionen' : 'Auktionerna'} avslutades för minst tre dagar sedan. Kontrollera vinnaren och välj «Meddela vinnare», så att objektet blir hämtat i tid.`;
  return (
    <Layout
      heading={isOne ? 'Vinnaren är inte meddelad' : 'Vinnare är inte meddelade'}
      preview={whatToDo}
      reason="Du får det här mejlet, en gång för varje auktion, eftersom du har lagt till auktionen eller är administratör för bolaget."
    >
      <Paragraph>{whatToDo}</Paragraph>
      <List
        heading={isOne ? 'Auktion' : 'Auktioner'}
        items={auctions.map((auction) => `${auction.number}, ${objectName(auction)}`)}
      />
      <Button url={url}>{isOne ? 'Visa auktionen' : 'Öppna Restvärde'}</Button>
    </Layout>
  );
}

export const samples = {
  en: { auctions: [CAR], url: AUCTION_URL },
  många: {
    auctions: Array.from({ length: 30 }, (_, n) => ({
      ...(n % 7 === 6 ? LONG_CAR : CAR),
      number: `NS-${1_000 + n}`,
    })),
    url: HOME_URL,
  },
};
