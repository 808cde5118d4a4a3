import type { Auction } from '@restvarde/contract/auctions';
import { Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../ui/button.tsx';
import styles from './print-sheet.module.css';

const PrintSheet = lazy(() => import('./print-sheet.tsx'));

/** «Skriv ut»: the auction on one A4. The sheet is made when it is asked for, since its pictures are fetched. */
export function PrintButton({ auction }: { auction: Auction }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <span className={styles.button}>
      <Button
        variant="quiet"
        size="sm"
        icon={<Printer aria-hidden="true" size={18} />}
        onPress={() => setWanted(true)}
        isPending={isWanted}
      >
        Skriv ut
      </Button>
      {isWanted &&
        createPortal(
          <Suspense fallback={null}>
            <PrintSheet auction={auction} onDone={() => setWanted(false)} />
          </Suspense>,
          document.body,
        )}
    </span>
  );
}
