import type { Category } from '@restvarde/contract/categories';
import { addDays } from '@restvarde/contract/dates';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { type AuctionDraft, auctionDraft, type DraftField, fieldOf } from './auction-draft.ts';
import { fillerOf } from './fill-draft.ts';
import { FORM_LABEL } from './form-sections.ts';

export type AuctionForm = ReturnType<typeof useAuctionForm>;
export type DraftForm = UseFormReturn<AuctionDraft, unknown, AuctionDraft>;
export type DraftControl = DraftForm['control'];

export interface AuctionFormOptions {
  initial: AuctionDraft;
  categories: Category[];
  /** The company's number of days from start to end, for a new auction. */
  days?: number;
  /** The auction before the change. */
  opened?: AuctionDraft;
  save: (draft: AuctionDraft) => Promise<void>;
  /** Called when the form gets or loses errors. */
  onErrorsChange: (hasErrors: boolean) => void;
}

/** The state of an auction's form (FORM-6). */
export function useAuctionForm(options: AuctionFormOptions) {
  const { initial, categories, days, opened, save, onErrorsChange } = options;
  const checked = useCheckedForm({
    initial,
    schema: auctionDraft(() => ({ categories, opened, now: serverClock.now() })),
    send: save,
    fieldOf,
    labelOf: (name) => FORM_LABEL[name as DraftField],
    hasSummary: true,
  });
  const { form, faults, failure } = checked;
  const isFaulty = faults.length > 0 || (failure !== null && failure.length > 0);
  useEffect(() => onErrorsChange(isFaulty), [isFaulty, onErrorsChange]);

  // FORM-2: the end follows the start by the company's number of days until the user sets it.
  const followed = useRef(initial.end_date);
  const follow = useEffectEvent((draft: AuctionDraft, changed: string | undefined) => {
    if (days === undefined || changed !== 'start_date' || draft.start_date === '') return;
    if (draft.end_date !== followed.current) return;
    followed.current = addDays(draft.start_date, days);
    form.setValue('end_date', followed.current);
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => follow(values, name),
      }),
    [form],
  );
  const [fill] = useState(() =>
    fillerOf({
      getValue: (name) => form.getValues(name),
      setValue: (name, value) => form.setValue(name, value, { shouldDirty: true }),
    }),
  );
  return { ...checked, fill };
}
