import { type Company, changeCompany } from '@restvarde/contract/companies/companies';
import type { CompanySettings } from '@restvarde/contract/companies/company-settings';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Control } from 'react-hook-form';
import { call } from '../../base/api/call.ts';
import { upload } from '../../base/api/upload.ts';
import { ErrorSummary } from '../../base/forms/error-summary.tsx';
import layout from '../../base/forms/form-layout.module.css';
import { FormMessage } from '../../base/forms/form-message.tsx';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { TextInput } from '../../base/forms/text-input.tsx';
import { TimeInput } from '../../base/forms/time-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { companiesQuery, companyQuery } from '../../features/companies/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { LadderFields } from './ladder-fields.tsx';
import { type LogoChange, LogoChoice } from './logo-choice.tsx';
import { type SettingsDraft, settingsDraft, toSettingsDraft, withLogo } from './settings-draft.ts';
import { SETTINGS_LABEL, settingsLabel } from './settings-labels.ts';

// Loaded after the fields above.
const SaleFields = lazy(() => import('./sale-fields.tsx'));
const LoginFields = lazy(() => import('./login-fields.tsx'));

type SettingsControl = Control<SettingsDraft, unknown, CompanySettings>;

/** A company's settings (SET-1–3). */
export default function CompanyForm(props: {
  /** Set for a superuser only. */
  company: string | undefined;
  facts: Company;
  onFaulty: (is_faulty: boolean) => void;
}) {
  const { company, facts, onFaulty } = props;
  const client = useQueryClient();
  const [logo, setLogo] = useState<LogoChange>({ kind: 'kept' });
  const { form, control, faults, failure, ...state } = useCheckedForm({
    initial: toSettingsDraft(facts),
    schema: settingsDraft,
    hasSummary: true,
    labelOf: settingsLabel,
    async send(settings, own) {
      const query = { company };
      const saved = await (logo.kind === 'new'
        ? upload(changeCompany, { query, body: withLogo(settings, logo.file) })
        : call(changeCompany, {
            query,
            body: logo.kind === 'removed' ? { ...settings, logo: null } : settings,
          }));
      client.setQueryData(companyQuery(company).queryKey, saved);
      void client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      own.reset(toSettingsDraft(saved));
      setLogo({ kind: 'kept' });
      showToast({ tone: 'success', text: 'Inställningarna har uppdaterats.' });
    },
  });
  const isFaulty = faults.length > 0 || failure !== null;
  const isChanged = form.formState.isDirty || logo.kind !== 'kept';
  useEffect(() => onFaulty(isFaulty), [isFaulty, onFaulty]);

  return (
    <form className="stack gap-5" noValidate onSubmit={state.onSubmit}>
      <FormMessage
        title="Ett fel inträffade när inställningarna skulle uppdateras."
        messages={failure}
      />
      <ErrorSummary
        faults={faults}
        attempt={state.attempt}
        onGoTo={(name) => form.setFocus(name as keyof SettingsDraft)}
      />
      <Card id="uppgifter" title="Uppgifter">
        <LogoChoice current={facts.logo} name={facts.name} change={logo} onChange={setLogo} />
        <AddressFields control={control} />
      </Card>
      <Card id="nya-auktioner" title="Nya auktioner">
        <AuctionFields control={control} />
      </Card>
      <Card id="budgivning" title="Budgivning">
        <p className="quiet">
          Gäller auktioner som inte har startat. De som pågår behåller sina budregler.
        </p>
        <div className={layout.pair}>
          <TextInput
            control={control}
            name="auction_end_dt_incrementation"
            label={SETTINGS_LABEL.auction_end_dt_incrementation}
            suffix="minuter"
            description="Ett bud under de sista minuterna flyttar slutet till så här många minuter efter budet. 0 = av."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <LadderFields form={form} />
      </Card>
      <Card id="forsaljning" title="Försäljning">
        <Suspense fallback={<Skeleton height="14rem" radius="var(--radius)" />}>
          <SaleFields control={control} />
        </Suspense>
      </Card>
      <Card id="mejl" title="Mejl från Restvärde">
        <EmailFields control={control} />
      </Card>
      <Card id="inloggning" title="Inloggning">
        <Suspense fallback={<Skeleton height="7rem" radius="var(--radius)" />}>
          <LoginFields control={control} />
        </Suspense>
      </Card>
      <LeaveGuard isOn={isChanged && !state.isPending} what="Ändringar" />
      <div className={layout.foot}>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isPending={state.isPending}
          pendingLabel="Sparar …"
        >
          Spara
        </Button>
      </div>
    </form>
  );
}

function AddressFields({ control }: { control: SettingsControl }) {
  return (
    <div className={layout.pair}>
      <TextInput control={control} name="name" label={SETTINGS_LABEL.name} maxLength={120} />
      <TextInput
        control={control}
        name="email"
        label={SETTINGS_LABEL.email}
        isOptional
        type="email"
        spellCheck="false"
      />
      <TextInput
        control={control}
        name="phone"
        label={SETTINGS_LABEL.phone}
        isOptional
        type="tel"
        maxLength={40}
      />
      <TextInput
        control={control}
        name="street"
        label={SETTINGS_LABEL.street}
        isOptional
        maxLength={120}
      />
      <TextInput
        control={control}
        name="postal"
        label={SETTINGS_LABEL.postal}
        isOptional
        inputMode="numeric"
        maxLength={20}
      />
      <TextInput
        control={control}
        name="city"
        label={SETTINGS_LABEL.city}
        isOptional
        maxLength={80}
      />
    </div>
  );
}

function AuctionFields({ control }: { control: SettingsControl }) {
  return (
    <div className={layout.pair}>
      <TextInput
        control={control}
        name="default_end_dt_increment_days"
        label={SETTINGS_LABEL.default_end_dt_increment_days}
        suffix="dagar"
        description="Föreslås när en auktion läggs till."
        inputMode="numeric"
        autoComplete="off"
      />
      <TimeInput
        control={control}
        name="default_end_dt_increment_time"
        label={SETTINGS_LABEL.default_end_dt_increment_time}
      />
      <TextInput
        control={control}
        name="next_auction_number"
        label={SETTINGS_LABEL.next_auction_number}
        description="Den sista siffergruppen räknas upp för varje auktion."
        autoComplete="off"
        maxLength={30}
      />
    </div>
  );
}

function EmailFields({ control }: { control: SettingsControl }) {
  return (
    <div className={layout.pair}>
      <TextInput
        control={control}
        name="ended_auction_email"
        label={SETTINGS_LABEL.ended_auction_email}
        isOptional
        type="email"
        spellCheck="false"
        description="Ett mejl för varje auktion som slutar. Lämna tomt om ni inte vill ha det."
      />
      <TextInput
        control={control}
        name="auction_summary_email"
        label={SETTINGS_LABEL.auction_summary_email}
        isOptional
        type="email"
        spellCheck="false"
        description="Ett mejl om dagen klockan 07:00. Lämna tomt om ni inte vill ha det."
      />
    </div>
  );
}
