import { type Company, changeCompany } from '@restvarde/contract/companies/companies';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { upload } from '../../base/api/upload.ts';
import layout from '../../base/forms/form-layout.module.css';
import { FormMessage } from '../../base/forms/form-message.tsx';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { inputsOf, TextInput } from '../../base/forms/text-input.tsx';
import { TimeInput } from '../../base/forms/time-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { companiesQuery, companyQuery } from '../../features/companies/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { COMPANY_PARTS, type CompanyPart } from './company-parts.ts';
import { LadderFields } from './ladder-fields.tsx';
import { LogoChoice } from './logo-choice.tsx';
import {
  type FieldsProps,
  SETTINGS_LABEL,
  settingsDraft,
  toPartDraft,
  withLogo,
} from './settings-draft.ts';

const FIELDS: Record<CompanyPart['id'], ComponentType<FieldsProps>> = {
  uppgifter: AddressFields,
  'nya-auktioner': AuctionFields,
  budgivning: BidFields,
  mejl: EmailFields,
  // Loaded after the fields above.
  forsaljning: lazy(() => import('./sale-fields.tsx')),
  autentiseringsapp: lazy(() => import('./login-fields.tsx')),
};

interface CompanyFormProps {
  /** Set for a superuser only. */
  company: string | undefined;
  facts: Company;
  onErrorsChange: (hasErrors: boolean) => void;
}

interface PartState {
  isFaulty: boolean;
  isUnsaved: boolean;
}

/** A company's settings (SET-1–3). */
export default function CompanyForm({ onErrorsChange, ...props }: CompanyFormProps) {
  const [states, setStates] = useState<Record<string, PartState>>({});
  const all = Object.values(states);
  const isFaulty = all.some((state) => state.isFaulty);
  useEffect(() => onErrorsChange(isFaulty), [isFaulty, onErrorsChange]);
  return (
    <>
      {COMPANY_PARTS.map((part) => (
        <PartForm
          key={part.id}
          {...props}
          part={part}
          onState={(state) => setStates((before) => ({ ...before, [part.id]: state }))}
        />
      ))}
      <LeaveGuard isOn={all.some((state) => state.isUnsaved)} what="Ändringar" />
    </>
  );
}

interface PartProps extends Omit<CompanyFormProps, 'onErrorsChange'> {
  part: CompanyPart;
  onState: (state: PartState) => void;
}

/** Sends its own fields only; the server leaves the others unchanged. */
function PartForm({ company, facts, part, onState }: PartProps) {
  const { id, title, fields } = part;
  const client = useQueryClient();
  const { form, faults, failure, isPending, onSubmit } = useCheckedForm({
    initial: toPartDraft(facts, fields),
    schema: settingsDraft,
    async send(settings, own) {
      const query = { company };
      const sent = fields.map((name) => JSON.stringify(own.getValues(name)));
      const logo = own.getValues('logo');
      const saved = await (logo?.kind === 'new'
        ? upload(changeCompany, { query, body: withLogo(settings, logo.file) })
        : call(changeCompany, {
            query,
            body: logo?.kind === 'removed' ? { ...settings, logo: null } : settings,
          }));
      client.setQueryData(companyQuery(company).queryKey, saved);
      void client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      const typed = own.getValues();
      own.reset(toPartDraft(saved, fields));
      // Keep the fields that the user edited during the call.
      for (const [index, name] of fields.entries()) {
        const isTyped = JSON.stringify(typed[name]) !== sent[index];
        if (isTyped) own.setValue(name, typed[name], { shouldDirty: true });
      }
      showSuccess('Inställningarna har uppdaterats.');
    },
  });
  const { isDirty } = form.formState;
  const isFaulty = faults.length > 0 || failure !== null;
  const isUnsaved = isDirty && !isPending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback does not affect the state it reports
  useEffect(() => onState({ isFaulty, isUnsaved }), [isFaulty, isUnsaved]);
  const Fields = FIELDS[id];
  return (
    <form noValidate onSubmit={onSubmit}>
      <Card id={id} title={title}>
        <FormMessage
          title="Ett fel inträffade när inställningarna skulle uppdateras."
          messages={failure}
          hasTitleAlone
        />
        <Suspense fallback={<Skeleton height="14rem" radius="var(--radius)" />}>
          <Fields form={form} facts={facts} />
        </Suspense>
        <div className="cluster gap-4">
          <Button
            type="submit"
            variant={isDirty ? 'primary' : 'secondary'}
            aria-label={`Spara ${title}`}
            isPending={isPending}
            pendingLabel="Sparar …"
          >
            Spara
          </Button>
          {isUnsaved && <span className="quiet">Ändringarna är inte sparade.</span>}
        </div>
      </Card>
    </form>
  );
}

function AddressFields(props: FieldsProps) {
  const input = inputsOf(props.form.control, SETTINGS_LABEL);
  return (
    <>
      <LogoChoice {...props} />
      <div className={layout.pair}>
        <TextInput {...input('name')} maxLength={120} />
        <TextInput {...input('email')} isOptional type="email" spellCheck="false" />
        <TextInput {...input('phone')} isOptional type="tel" maxLength={40} />
        <TextInput {...input('street')} isOptional maxLength={120} />
        <TextInput {...input('postal')} isOptional inputMode="numeric" maxLength={20} />
        <TextInput {...input('city')} isOptional maxLength={80} />
      </div>
    </>
  );
}

function AuctionFields({ form }: FieldsProps) {
  const input = inputsOf(form.control, SETTINGS_LABEL);
  return (
    <div className={layout.pair}>
      <TextInput
        {...input('default_end_dt_increment_days')}
        suffix="dagar"
        description="Föreslås när en auktion läggs till."
        inputMode="numeric"
        autoComplete="off"
      />
      <TimeInput {...input('default_end_dt_increment_time')} />
      <TextInput
        {...input('next_auction_number')}
        description="Den sista siffergruppen räknas upp för varje auktion."
        autoComplete="off"
        maxLength={30}
      />
    </div>
  );
}

function BidFields({ form }: FieldsProps) {
  const input = inputsOf(form.control, SETTINGS_LABEL);
  return (
    <>
      <p className="quiet">
        Gäller auktioner som inte har startat. De som pågår behåller sina budregler.
      </p>
      <div className={layout.pair}>
        <TextInput
          {...input('auction_end_dt_incrementation')}
          suffix="minuter"
          description="Ett bud under de sista minuterna flyttar slutet till så här många minuter efter budet. 0 = av."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <LadderFields form={form} />
    </>
  );
}

function EmailFields({ form }: FieldsProps) {
  const input = inputsOf(form.control, SETTINGS_LABEL);
  return (
    <div className={layout.pair}>
      <TextInput
        {...input('ended_auction_email')}
        isOptional
        type="email"
        spellCheck="false"
        description="Ett mejl för varje auktion som slutar. Lämna tomt om ni inte vill ha det."
      />
      <TextInput
        {...input('auction_summary_email')}
        isOptional
        type="email"
        spellCheck="false"
        description="Ett mejl om dagen klockan 07:00. Lämna tomt om ni inte vill ha det."
      />
    </div>
  );
}
