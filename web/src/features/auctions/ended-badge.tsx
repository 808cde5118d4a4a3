import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { OUTCOME_LABEL, outcomeOf } from '@restvarde/contract/sale/outcome';
import { StatusBadge } from '../../ui/display/status-badge.tsx';

/** The state of an ended auction for staff: «Avslutad» and the outcome (AUC-5, AUC-19). */
export function EndedBadge({ auction }: { auction: Pick<AuctionCard, 'sale_status'> }) {
  const outcome = outcomeOf(auction.sale_status);
  return (
    <StatusBadge status={outcome}>
      <span className="dotted">
        <span>Avslutad</span> <span>{OUTCOME_LABEL[outcome]}</span>
      </span>
    </StatusBadge>
  );
}
