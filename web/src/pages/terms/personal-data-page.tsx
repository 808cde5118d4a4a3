import { personalData } from './personal-data.ts';
import { TermsPage } from './terms-page.tsx';

export default function PersonalDataPage() {
  return <TermsPage terms={personalData} />;
}
