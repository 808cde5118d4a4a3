import { paths } from '../../base/urls/paths.ts';
import { NewTabLink } from '../../ui/display/new-tab-link.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';

export interface TermsCheckboxProps {
  isSelected: boolean;
  onChange: (is_selected: boolean) => void;
  error: string | undefined;
}

/** Asks once per version of the purchase conditions (BID-2). */
export default function TermsCheckbox(props: TermsCheckboxProps) {
  return (
    <Checkbox
      {...props}
      description={
        <NewTabLink href={paths.purchaseConditions}>Läs de allmänna köpvillkoren</NewTabLink>
      }
    >
      Jag godkänner de allmänna köpvillkoren
    </Checkbox>
  );
}
