import type { Ref } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { NewTabLink } from '../../../ui/display/new-tab-link.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';

/** Asks once per version of the purchase conditions (BID-2). */
export function TermsCheckbox(props: {
  isSelected: boolean;
  onChange: (is_selected: boolean) => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement | null>;
}) {
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
