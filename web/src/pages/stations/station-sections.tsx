import type { Category } from '@restvarde/contract/categories';
import { lazy, Suspense } from 'react';
import type { Control } from 'react-hook-form';
import layout from '../../base/forms/form-layout.module.css';
import { inputsOf, TextInput } from '../../base/forms/text-input.tsx';
import { sectionOf } from '../../base/forms/use-checked-form.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type ContactDraft, STATION_LABEL, type StationDraft } from './station-draft.ts';

// Loaded after the fields that are filled in first.
const StationChoices = lazy(() => import('./station-choices.tsx'));

/** The fields of a station (STN-4). */
export function StationSection<Draft extends StationDraft, Output>(props: {
  control: Control<Draft, unknown, Output>;
  categories: readonly Category[];
}) {
  const control = sectionOf<StationDraft, Draft, Output>(props.control);
  const input = inputsOf(control, STATION_LABEL);
  return (
    <div className={layout.pair}>
      <TextInput
        {...input('number')}
        description="Bolagets eget nummer för verkstaden. Numret får inte användas av någon annan verkstad."
        maxLength={30}
      />
      <TextInput {...input('name')} maxLength={120} />
      <TextInput {...input('street')} isOptional maxLength={120} />
      <div className={layout.pair}>
        <TextInput {...input('postal')} isOptional inputMode="numeric" maxLength={20} />
        <TextInput {...input('city')} isOptional maxLength={80} />
      </div>
      <TextInput
        {...input('phone')}
        description="Visas för bolaget, och för säljaren av ett objekt som verkstaden har köpt."
        isOptional
        type="tel"
        inputMode="tel"
        maxLength={40}
      />
      <Suspense fallback={<ChoicesToCome />}>
        <StationChoices control={control} categories={props.categories} />
      </Suspense>
    </div>
  );
}

/** The fields of a station's contact (STN-4). */
export function ContactSection<Draft extends ContactDraft, Output>(props: {
  control: Control<Draft, unknown, Output>;
  emailHint: string;
}) {
  const input = inputsOf(sectionOf<ContactDraft, Draft, Output>(props.control), STATION_LABEL);
  return (
    <div className={layout.pair}>
      <TextInput {...input('first_name')} maxLength={60} />
      <TextInput {...input('last_name')} maxLength={60} />
      <TextInput
        {...input('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck="false"
        description={props.emailHint}
      />
    </div>
  );
}

function ChoicesToCome() {
  return (
    <>
      <Skeleton height="7.5rem" radius="var(--radius)" />
      <Skeleton height="4.75rem" radius="var(--radius)" />
    </>
  );
}
