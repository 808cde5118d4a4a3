import type { Auction } from '@restvarde/contract/auctions/auction';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { buttonClass } from '../../../ui/button/button-class.ts';
import styles from '../bid-panel.module.css';

const RelistDialog = lazy(() => import('./relist-dialog.tsx'));

/** Lists the object of an ended auction again, with changes or unchanged (RELIST-1). */
export function RelistChoices({ auction }: { auction: Auction }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.buttons}>
      <Link to={paths.relistAuction(auction.id)} className={buttonClass({ isWide: true })}>
        Lägg upp på nytt
      </Link>
      <Button variant="quiet" onPress={() => setAsking(true)} isWide>
        Lägg upp på nytt utan ändringar
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <RelistDialog auction={auction} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
