import { OFFER_SENTENCE } from '@restvarde/contract/sale/offer-rules';
import {
  hasReason,
  REASON_CODES,
  REASON_LABEL,
  type ReasonCode,
} from '@restvarde/contract/sale/winner-reasons';
import { useState } from 'react';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Select } from '../../../ui/select/select.tsx';

const CHOICES = REASON_CODES.map((id) => ({ id, label: REASON_LABEL[id] }));

/** The state of the fields for why another than the highest bid is chosen (OFFER-10). */
export interface Reason {
  code: ReasonCode | null;
  text: string;
  /** The reason is required and empty. */
  isMissing: boolean;
  setCode: (code: ReasonCode) => void;
  setText: (text: string) => void;
  /** The reason as part of a request body. */
  body: { reason?: string; reason_code?: ReasonCode };
  /**
   * Returns whether the reason is valid, and otherwise marks the field; the caller moves focus to it
   * (`useFaultFocus`).
   */
  check: () => boolean;
}

export function useReason(): Reason {
  const [code, setCode] = useState<ReasonCode | null>(null);
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const body = {
    ...(text.trim() !== '' && { reason: text.trim() }),
    ...(code !== null && { reason_code: code }),
  };
  return {
    code,
    text,
    isMissing: isAsked && !hasReason(body),
    setCode,
    setText,
    body,
    check() {
      setAsked(true);
      return hasReason(body);
    },
  };
}

export function ReasonFields({ reason, error }: { reason: Reason; error: string | undefined }) {
  const isOptional = reason.code !== null && reason.code !== 'other';
  return (
    <>
      <Select
        label="Skäl"
        choices={CHOICES}
        value={reason.code}
        onChange={reason.setCode}
        placeholder="Välj skäl"
      />
      <TextArea
        label="Varför väljs ett annat bud än det högsta?"
        description="Sparas i auktionens historik. Ingen verkstad får veta det."
        value={reason.text}
        onChange={reason.setText}
        error={reason.isMissing ? OFFER_SENTENCE.reason : error}
        isRequired={!isOptional}
      />
    </>
  );
}
