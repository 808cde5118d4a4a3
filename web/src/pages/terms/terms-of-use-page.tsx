import { termsOfUse } from './terms-of-use.ts';
import { TermsPage } from './terms-page.tsx';

export default function TermsOfUsePage() {
  return <TermsPage terms={termsOfUse} />;
}
