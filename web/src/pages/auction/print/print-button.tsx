import type { Auction } from '@restvarde/contract/auctions/auction';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/button/button.tsx';
import { lazyPart, useLazyPart } from '../../../ui/later.ts';
import styles from './print-button.module.css';

const printSheets = lazyPart(() => import('../../../features/auctions/print/print-sheets.tsx'));

/** «Skriv ut», and the sheet, which the browser's own print command uses too. */
export function PrintButton({ auction }: { auction: Auction }) {
  const [isPrinting, setPrinting] = useState(false);
  const PrintSheets = useLazyPart(printSheets, isPrinting);
  return (
    <span className={styles.button}>
      <Button
        variant="quiet"
        size="sm"
        icon={<Printer size={18} />}
        onPress={() => setPrinting(true)}
        isPending={isPrinting}
      >
        Skriv ut
      </Button>
      {PrintSheets &&
        createPortal(
          <PrintSheets
            auctions={[auction]}
            isPrinting={isPrinting}
            onDone={() => setPrinting(false)}
          />,
          document.body,
        )}
    </span>
  );
}
