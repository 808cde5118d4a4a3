import { accessibility } from './accessibility.ts';
import { TermsPage } from './terms-page.tsx';

export default function AccessibilityPage() {
  return <TermsPage terms={accessibility} />;
}
