import type { Auction } from '@restvarde/contract/auctions/auction';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';

const RelistDialog = lazy(() => import('./relist-dialog.tsx'));

/** Lists the object of an ended auction once more (RELIST-1). */
export default function RelistChoices({ auction }: { auction: Auction }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onPress={() => setAsking(true)} isWide>
        Lägg upp direkt
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <RelistDialog auction={auction} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
