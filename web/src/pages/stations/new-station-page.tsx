import type { Category } from '@restvarde/contract/categories';
import {
  createContact,
  createServiceStation,
  type ServiceStation,
} from '@restvarde/contract/service-stations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { ErrorSummary } from '../../base/forms/error-summary.tsx';
import layout from '../../base/forms/form-layout.module.css';
import { FormMessage } from '../../base/forms/form-message.tsx';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { categoriesQuery } from '../../features/categories/queries.ts';
import { notifyStationChanged } from '../../features/stations/queries.ts';
import { readStationSearch } from '../../features/stations/station-search.ts';
import { meQuery } from '../../features/users/queries.ts';
import { SaveButton } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton, Waiting } from '../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import {
  EMPTY_CONTACT,
  EMPTY_STATION,
  type NewStationDraft,
  newStationDraft,
  stationLabel,
} from './station-draft.ts';
import { ContactSection, StationSection } from './station-sections.tsx';
import { stationRows } from './station-words.ts';

// For superusers only.
const CompanyChoice = lazy(() => import('../../features/companies/company-choice.tsx'));

const TITLE = 'Lägg till verkstad';

/** Adds a station with its contact (STN-3). A superuser first chooses the company (ROLE-2). */
export default function NewStationPage() {
  const { company } = readStationSearch(useSearch({ strict: false }));
  const { data: me } = useQuery(meQuery);
  const [hasErrors, setHasErrors] = useState(false);
  const [isKept, setKept] = useState(false);
  if (me === undefined) return null;
  const own = me.is_superuser ? company : undefined;
  return (
    <Page
      title={TITLE}
      width="form"
      hasErrors={hasErrors}
      above={
        <Breadcrumb
          items={[{ title: 'Verkstäder', href: paths.serviceStations }]}
          current={TITLE}
        />
      }
    >
      {me.is_superuser && !isKept && (
        <Card>
          <Suspense fallback={<Skeleton height="6rem" radius="var(--radius)" />}>
            <CompanyChoice
              company={company ?? null}
              description="Verkstaden hör till bolaget, och ser bolagets auktioner."
            />
          </Suspense>
        </Card>
      )}
      {(!me.is_superuser || company !== undefined) && (
        <Prepared
          key={company ?? ''}
          company={own}
          onErrorsChange={setHasErrors}
          onKept={() => setKept(true)}
        />
      )}
    </Page>
  );
}

/** Waits for the station's possible categories. */
function Prepared(props: {
  company: string | undefined;
  onErrorsChange: (hasErrors: boolean) => void;
  onKept: () => void;
}) {
  const categories = useQuery(categoriesQuery(props.company));
  if (categories.data) return <NewStationForm {...props} categories={categories.data} />;
  if (categories.isError) {
    return (
      <ErrorState
        message={categories.error instanceof ApiError ? categories.error.message : undefined}
        onRetry={() => void categories.refetch()}
        isRetrying={categories.isFetching}
      />
    );
  }
  return <Waiting text="Hämtar formuläret" height="30rem" />;
}

const INITIAL: NewStationDraft = { ...EMPTY_STATION, ...EMPTY_CONTACT };

/**
 * Creates a station, then its contact. If the contact fails, the station is kept and a retry sends only the contact
 * (STN-3).
 */
function NewStationForm(props: {
  /** Set for a superuser only. */
  company: string | undefined;
  categories: readonly Category[];
  onErrorsChange: (hasErrors: boolean) => void;
  onKept: () => void;
}) {
  const { company, categories, onErrorsChange, onKept } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [kept, setKept] = useState<ServiceStation | null>(null);
  // A ref, so that a press before the next render sees it.
  const made = useRef<ServiceStation | null>(null);
  const checked = useCheckedForm({
    initial: INITIAL,
    schema: newStationDraft,
    hasSummary: kept === null,
    labelOf: stationLabel,
    async send({ first_name, last_name, email, ...station }) {
      made.current ??= await call(createServiceStation, { query: { company }, body: station });
      const { id } = made.current;
      try {
        const body = { first_name, last_name, email };
        const whole = await call(createContact, { params: { id }, body });
        notifyStationChanged(client, whole);
      } catch (error) {
        notifyStationChanged(client, made.current);
        setKept(made.current);
        onKept();
        throw error;
      }
      showSuccess(
        `Verkstaden är tillagd. Ett mejl för att välja lösenord är på väg till ${email}.`,
      );
      await navigate({ to: paths.serviceStation(id), replace: true, ignoreBlocker: true });
    },
  });
  const { form, control, faults, attempt, failure, isPending } = checked;
  const isFaulty = faults.length > 0 || failure !== null;
  useEffect(() => onErrorsChange(isFaulty), [isFaulty, onErrorsChange]);

  return (
    <form className="stack gap-5" noValidate onSubmit={checked.onSubmit}>
      {kept === null ? (
        <>
          <FormMessage title="Verkstaden kunde inte läggas till." messages={failure} />
          <ErrorSummary
            faults={faults}
            attempt={attempt}
            onGoTo={(name) => form.setFocus(name as keyof NewStationDraft & string)}
          />
          <Card title="Verkstad">
            <StationSection control={control} categories={categories} />
          </Card>
        </>
      ) : (
        <>
          <FormMessage
            title={[
              'Verkstaden är tillagd. Kontaktpersonen kunde inte läggas till.',
              ...faults.map(({ message }) => message.replace(/\.?$/, '.')),
              'Försök igen.',
            ].join(' ')}
            messages={failure ?? []}
            isPartial
          />
          <Card title="Verkstad">
            <ValueList rows={stationRows(kept)} />
          </Card>
        </>
      )}
      <Card title="Kontaktperson">
        <ContactSection
          control={control}
          emailHint="Hit skickas länken för att välja lösenord, och koden vid varje inloggning."
        />
      </Card>
      <LeaveGuard isOn={form.formState.isDirty && !isPending} what="Uppgifter" />
      <div className={layout.foot}>
        {kept !== null && (
          <Link to={paths.serviceStation(kept.id)} className={buttonClass()}>
            Till verkstaden
          </Link>
        )}
        <SaveButton size="lg" isPending={isPending}>
          {kept === null ? 'Lägg till verkstad' : 'Lägg till kontaktperson'}
        </SaveButton>
      </div>
    </form>
  );
}
