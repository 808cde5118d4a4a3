import { purchaseConditions } from './purchase-conditions.ts';
import { TermsPage } from './terms-page.tsx';

export default function PurchaseConditionsPage() {
  return <TermsPage terms={purchaseConditions} />;
}
