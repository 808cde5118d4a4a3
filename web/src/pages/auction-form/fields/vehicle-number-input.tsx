import { isUsualRegistration, tidyVehicleNumber } from '@restvarde/contract/auctions/auction-rules';
import { listAuctions } from '@restvarde/contract/auctions/list-auctions';
import { chassisWarning } from '@restvarde/contract/vehicles/chassis-number';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { call } from '../../../base/api/call.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { FieldLock } from '../draft/draft-locks.ts';
import { FORM_LABEL } from '../draft/form-sections.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import styles from './fields.module.css';

const KINDS = {
  registration_number: {
    label: FORM_LABEL.registration_number,
    hint: 'Reg.nr eller chassi.nr behövs.',
    warningOf: (number: string) =>
      isUsualRegistration(number)
        ? null
        : 'Numret ser inte ut som ett vanligt reg.nr. Stämmer det?',
  },
  chassis_number: {
    label: FORM_LABEL.chassis_number,
    hint: undefined,
    warningOf: chassisWarning,
  },
} as const;

/**
 * A vehicle's number, normalised on blur. An unusual number, or one already for sale, gives a warning but does not
 * block (FORM-9, FORM-14).
 */
export function VehicleNumberInput(props: {
  control: DraftControl;
  name: keyof typeof KINDS;
  company: string | undefined;
  own_id: number | undefined;
  lock: FieldLock | undefined;
  /** Called with another number than before, on blur or as soon as a registration number is complete. */
  onLeave?: (number: string) => void;
  /** What is known of the number; replaces the hint. */
  status?: string | null;
}) {
  const { control, name, company, own_id, lock, onLeave, status } = props;
  const { label, hint, warningOf } = KINDS[name];
  const { field, fieldState } = useController({ control, name });
  const [left, setLeft] = useState(() => tidyVehicleNumber(field.value));
  const unusual = left === '' ? null : warningOf(left);
  const { data: duplicate } = useQuery({
    queryKey: ['vehicle-number', name, left, company ?? null],
    queryFn: async ({ signal }) => {
      const query = { [name]: left, is_active: '1', company } as const;
      const { results } = await call(listAuctions, { query, signal });
      return results.find((card) => card[name] === left && card.id !== own_id)?.number ?? null;
    },
    enabled: left !== '' && unusual === null,
  });
  const warning =
    unusual ?? (duplicate ? `Numret finns redan på en pågående auktion, ${duplicate}.` : null);

  function settle(number: string) {
    if (number === left) return;
    setLeft(number);
    onLeave?.(number);
  }

  return (
    <TextField
      name={name}
      value={field.value}
      onChange={(written) => {
        field.onChange(written);
        const tidy = tidyVehicleNumber(written);
        if (name === 'registration_number' && isUsualRegistration(tidy)) settle(tidy);
      }}
      inputRef={field.ref}
      error={fieldState.error?.message}
      label={label}
      isDisabled={lock?.isDisabled ?? false}
      autoComplete="off"
      spellCheck="false"
      maxLength={30}
      onBlur={() => {
        const tidy = tidyVehicleNumber(field.value);
        if (tidy !== field.value) field.onChange(tidy);
        field.onBlur();
        settle(tidy);
      }}
      description={
        warning === null || lock !== undefined ? (
          (lock?.reason ?? (status ? <span role="status">{status}</span> : hint))
        ) : (
          <span className={styles.warning} role="status">
            <TriangleAlert size={18} />
            <span>{warning}</span>
          </span>
        )
      }
    />
  );
}
