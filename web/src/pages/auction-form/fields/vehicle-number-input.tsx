import {
  isUsualChassis,
  isUsualRegistration,
  tidyVehicleNumber,
} from '@restvarde/contract/auctions/auction-rules';
import { listAuctions } from '@restvarde/contract/auctions/list-auctions';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { call } from '../../../base/api/call.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { FieldLock } from '../draft/draft-locks.ts';
import { FORM_LABEL } from '../draft/form-labels.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import styles from './fields.module.css';

const KINDS = {
  registration_number: {
    label: FORM_LABEL.registration_number,
    hint: 'Reg.nr eller chassi.nr behövs.',
    isUsual: isUsualRegistration,
    unusual: 'Numret ser inte ut som ett vanligt reg.nr. Stämmer det?',
  },
  chassis_number: {
    label: FORM_LABEL.chassis_number,
    hint: undefined,
    isUsual: isUsualChassis,
    unusual: 'Ett chassi.nr har oftast 17 tecken, utan I, O och Q. Stämmer det?',
  },
} as const;

/**
 * A vehicle's number, normalised on blur. An unusual number, or one already for sale, gives a warning but does not
 * block (FORM-9).
 */
export function VehicleNumberInput(props: {
  control: DraftControl;
  name: keyof typeof KINDS;
  company: string | undefined;
  own_id: number | undefined;
  lock: FieldLock | undefined;
}) {
  const { control, name, company, own_id, lock } = props;
  const { label, hint, isUsual, unusual } = KINDS[name];
  const { field, fieldState } = useController({ control, name });
  const [left, setLeft] = useState(() => tidyVehicleNumber(field.value));
  const { data: duplicate } = useQuery({
    queryKey: ['vehicle-number', name, left, company ?? null],
    queryFn: async ({ signal }) => {
      const query = { [name]: left, is_active: '1', company } as const;
      const { results } = await call(listAuctions, { query, signal });
      return results.find((card) => card[name] === left && card.id !== own_id)?.number ?? null;
    },
    enabled: left !== '' && isUsual(left),
  });
  const warning =
    left === ''
      ? null
      : !isUsual(left)
        ? unusual
        : duplicate
          ? `Numret finns redan på en pågående auktion, ${duplicate}.`
          : null;
  return (
    <TextField
      name={name}
      value={field.value}
      onChange={field.onChange}
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
        setLeft(tidy);
      }}
      description={
        warning === null || lock !== undefined ? (
          (lock?.reason ?? hint)
        ) : (
          <span className={styles.warning} role="status">
            <TriangleAlert aria-hidden="true" size={18} />
            <span>{warning}</span>
          </span>
        )
      }
    />
  );
}
