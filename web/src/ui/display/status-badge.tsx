import { ArrowUp, CalendarClock, Check, Flag, Gavel, Timer, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

const LOOKS = {
  upcoming: {
    tone: 'info',
    word: 'Kommande',
    icon: <CalendarClock size={16} />,
  },
  active: { tone: 'success', word: 'Aktiv', icon: <span className={styles.dot} /> },
  ending: { tone: 'warn', word: 'Slutar snart', icon: <Timer size={16} /> },
  ended: { tone: 'ended', word: 'Avslutad', icon: <Flag size={16} /> },
  sold: { tone: 'success', word: 'Såld', icon: <Trophy size={16} /> },
  unsold: { tone: 'ended', word: 'Ej såld', icon: <Flag size={16} /> },
  undecided: { tone: 'warn', word: 'Att avgöra', icon: <Gavel size={16} /> },
  leading: { tone: 'success', word: 'Leder', icon: <Check size={16} /> },
  outbid: { tone: 'danger', word: 'Överbjuden', icon: <ArrowUp size={16} /> },
  won: { tone: 'success', word: 'Vunnen', icon: <Trophy size={16} /> },
} as const;

export type Status = keyof typeof LOOKS;

/** A status as a word, a colour and an icon. `children` replaces the word, for example with the time left. */
export function StatusBadge({ status, children }: { status: Status; children?: ReactNode }) {
  const { tone, word, icon } = LOOKS[status];
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {icon}
      <span>{children ?? word}</span>
    </span>
  );
}
