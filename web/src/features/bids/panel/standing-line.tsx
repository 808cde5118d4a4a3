import type { Auction } from '@restvarde/contract/auctions/auction';
import { ArrowUp, Check, Gavel, Trophy } from 'lucide-react';
import styles from '../bid-panel.module.css';
import { stationStanding } from './station-standing.ts';

const ICONS = { leading: Check, outbid: ArrowUp, neutral: Gavel, won: Trophy };

/** The station's standing: a word, an icon, a colour and an explanation (BID-11). */
export function StandingLine({ auction }: { auction: Auction }) {
  const { look, word, text } = stationStanding(auction);
  const Icon = ICONS[look];
  return (
    <div className={`${styles.standing} ${styles[look]}`}>
      <Icon aria-hidden="true" size={20} />
      <p>
        <span className={styles.word}>{word}</span>
        <br />
        <span>{text}</span>
      </p>
    </div>
  );
}
