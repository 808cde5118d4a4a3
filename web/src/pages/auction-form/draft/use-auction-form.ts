import type { Category } from '@restvarde/contract/categories';
import { addDays } from '@restvarde/contract/dates';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../../../base/api/api-error.ts';
import type { FormFault } from '../../../base/forms/error-summary.tsx';
import { nameFaults } from '../../../base/forms/list-faults.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import {
  type AuctionDraft,
  type DraftField,
  type Faults,
  fieldOf,
  judgeDraft,
} from './auction-draft.ts';
import { FORM_LABEL } from './form-labels.ts';

export type DraftForm = UseFormReturn<AuctionDraft>;
export type DraftControl = DraftForm['control'];

/**
 * The state of an auction's form. Nothing is called wrong before it is sent; after that a fault goes as
 * soon as it is mended, and an error of the server's as soon as its field is touched.
 */
export function useAuctionForm(
  initial: AuctionDraft,
  known: {
    categories: Category[];
    /** The company's days from start to end, of a new auction. */
    days?: number;
    /** What an auction that is changed was before. */
    opened?: AuctionDraft;
  },
) {
  const [attempt, setAttempt] = useState(0);
  const judge = (draft: AuctionDraft) =>
    judgeDraft(draft, {
      categories: known.categories,
      now: serverClock.now(),
      opened: known.opened,
    });
  const form = useForm<AuctionDraft>({
    defaultValues: initial,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
    resolver: (draft) => {
      const faults = judge(draft);
      return Object.keys(faults).length === 0
        ? { values: draft, errors: {} }
        : { values: {}, errors: asErrors(faults) };
    },
  });
  const { errors } = form.formState;

  const mend = useEffectEvent((draft: AuctionDraft, changed: string | undefined) => {
    const faulty = Object.keys(form.formState.errors) as DraftField[];
    if (faulty.length === 0) return;
    const faults = judge(draft);
    for (const name of faulty) {
      const isServers = form.formState.errors[name]?.type === 'server';
      if (isServers ? changed === name : faults[name] === undefined) form.clearErrors(name);
    }
  });
  // FORM-2: the end follows the start by the company's days until it is set by hand.
  const followed = useRef(initial.end_date);
  const follow = useEffectEvent((draft: AuctionDraft, changed: string | undefined) => {
    if (known.days === undefined || changed !== 'start_date' || draft.start_date === '') return;
    if (draft.end_date !== followed.current) return;
    followed.current = addDays(draft.start_date, known.days);
    form.setValue('end_date', followed.current);
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values, name }) {
          mend(values, name);
          follow(values, name);
        },
      }),
    [form],
  );

  /** Shows an error at its fields; returns what belongs to none of them. */
  function showError(error: unknown): string[] {
    if (!(error instanceof ApiError)) throw error;
    const elsewhere = error.detail === null ? [] : [error.detail];
    // One field of the server's may be two of the form's: each shows the first sentence that is about it.
    const placed = new Set<DraftField>();
    for (const [name, messages] of Object.entries(error.fields)) {
      // It stands at the picture.
      if (name === 'image') continue;
      for (const message of messages) {
        const field = fieldOf(name, message, form.getValues());
        if (field === null) elsewhere.push(message);
        else if (!placed.has(field)) form.setError(field, { type: 'server', message });
        if (field !== null) placed.add(field);
      }
    }
    setAttempt((before) => before + 1);
    return elsewhere.length === 0 && Object.keys(error.fields).length === 0
      ? [error.message]
      : elsewhere;
  }

  return {
    form,
    faults: listFaults(errors, form.getValues()),
    attempt,
    showError,
    countAttempt: () => setAttempt((before) => before + 1),
  };
}

function asErrors(faults: Faults): FieldErrors<AuctionDraft> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, message]) => [name, { type: 'rule', message }]),
  );
}

/** One for each field that is wrong, in the order of the page. */
function listFaults(errors: FieldErrors<AuctionDraft>, order: AuctionDraft): FormFault[] {
  const faults = (Object.keys(order) as DraftField[]).flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : { name, message };
  });
  return nameFaults(faults, (name) => FORM_LABEL[name as DraftField]);
}
