import { RadioGroup } from '../../../ui/field/radio-group.tsx';
import { MAX_BID_TEXT } from './max-bid-text.ts';

const CHOICES = [
  { id: 'bid', label: 'Bestämt belopp' },
  { id: 'max', label: 'Maxbud', detail: MAX_BID_TEXT },
];

export interface BidKindProps {
  is_max: boolean;
  onChange: (is_max: boolean) => void;
}

/** Whether the amount is a bid or a maximum (AUTO-13). */
export default function BidKind({ is_max, onChange }: BidKindProps) {
  return (
    <RadioGroup
      label="Så vill du bjuda"
      choices={CHOICES}
      value={is_max ? 'max' : 'bid'}
      onChange={(id) => onChange(id === 'max')}
    />
  );
}
