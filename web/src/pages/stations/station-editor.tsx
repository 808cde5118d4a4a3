import {
  changeContact,
  changeServiceStation,
  checkDismantler,
  createContact,
  putDismantler,
  removeDismantler,
  type ServiceStation,
} from '@restvarde/contract/service-stations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { upload } from '../../base/api/upload.ts';
import { ErrorSummary } from '../../base/forms/error-summary.tsx';
import layout from '../../base/forms/form-layout.module.css';
import { FormMessage } from '../../base/forms/form-message.tsx';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { categoriesQuery } from '../../features/categories/queries.ts';
import { notifyStationChanged } from '../../features/stations/queries.ts';
import { SaveButton } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { ContactAccess, ContactSuccessor } from './contact-access.tsx';
import {
  contactDraft,
  EMPTY_CONTACT,
  type StationDraft,
  stationDraft,
  stationLabel,
  toStationDraft,
} from './station-draft.ts';
import { ContactSection, StationSection } from './station-sections.tsx';

// Below the main content.
const DismantlerCard = lazy(() => import('../../features/stations/dismantler-card.tsx'));

interface EditorProps {
  station: ServiceStation;
  /** Shows the company, for superusers. */
  namesCompany: boolean;
  /** Called when the page gets or loses errors. */
  onErrorsChange: (hasErrors: boolean) => void;
}

/** The state of each form that the page needs. */
interface FormState {
  isFaulty: boolean;
  isUnsaved: boolean;
}

type FormProps = Omit<EditorProps, 'onErrorsChange'> & { onState: (state: FormState) => void };

const AT_REST: FormState = { isFaulty: false, isUnsaved: false };

/** The forms of a station that the viewer may edit, and of its contact (STN-5). */
export default function StationEditor({ onErrorsChange, ...props }: EditorProps) {
  const [forms, setForms] = useState({ station: AT_REST, contact: AT_REST });
  const { station, contact } = forms;
  const isFaulty = station.isFaulty || contact.isFaulty;
  useEffect(() => onErrorsChange(isFaulty), [isFaulty, onErrorsChange]);
  return (
    <>
      <StationForm
        {...props}
        onState={(state) => setForms((before) => ({ ...before, station: state }))}
      />
      <ContactForm
        {...props}
        onState={(state) => setForms((before) => ({ ...before, contact: state }))}
      />
      <StationDismantler station={props.station} />
      <LeaveGuard isOn={station.isUnsaved || contact.isUnsaved} what="Ändringar" />
    </>
  );
}

function StationForm({ station, namesCompany, onState }: FormProps) {
  const client = useQueryClient();
  const { data: categories = station.categories } = useQuery(
    categoriesQuery(namesCompany ? String(station.company_id) : undefined),
  );
  const { form, control, ...state } = useCheckedForm({
    initial: toStationDraft(station),
    schema: stationDraft,
    hasSummary: true,
    labelOf: stationLabel,
    async send(body, own) {
      const saved = await call(changeServiceStation, { params: { id: station.id }, body });
      notifyStationChanged(client, saved);
      own.reset(toStationDraft(saved));
      showSuccess('Verkstaden är ändrad.');
    },
  });
  const { faults, failure } = state;
  useNotifyState(onState, {
    isFaulty: faults.length > 0 || failure !== null,
    isUnsaved: form.formState.isDirty && !state.isPending,
  });
  return (
    <form noValidate onSubmit={state.onSubmit}>
      <Card title="Verkstad">
        <FormMessage title="Verkstaden kunde inte sparas." messages={failure} />
        <ErrorSummary
          faults={faults}
          attempt={state.attempt}
          onGoTo={(name) => form.setFocus(name as keyof StationDraft)}
        />
        {namesCompany && <p className="quiet">{`Bolag: ${station.company_name}`}</p>}
        <StationSection control={control} categories={categories} />
        <div className={layout.buttons}>
          <SaveButton isPending={state.isPending}>Spara verkstad</SaveButton>
        </div>
      </Card>
    </form>
  );
}

function StationDismantler({ station }: { station: ServiceStation }) {
  const client = useQueryClient();
  const params = { id: station.id };
  const keep = (saved: ServiceStation) => notifyStationChanged(client, saved);
  const overdue = station.deregistrations_overdue ?? 0;
  return (
    <Suspense fallback={<Skeleton height="30rem" radius="var(--radius-lg)" />}>
      {overdue > 0 && (
        <Notice tone="warn">{`${overdue} objekt som verkstaden har köpt är inte ${overdue === 1 ? 'avregistrerat' : 'avregistrerade'} i tid.`}</Notice>
      )}
      <DismantlerCard
        dismantler={station.dismantler}
        hasNote
        put={async (body) => {
          const saved = await upload(putDismantler, { params, body });
          keep(saved);
          return saved.dismantler;
        }}
        check={async () => {
          keep(await call(checkDismantler, { params }));
          void client.invalidateQueries({ queryKey: ['notices'] });
        }}
        remove={async () => {
          await call(removeDismantler, { params });
          keep({ ...station, dismantler: null });
        }}
      />
    </Suspense>
  );
}

function ContactForm({ station, onState }: FormProps) {
  const client = useQueryClient();
  const { user } = station;
  const { form, control, ...state } = useCheckedForm({
    initial: user ?? EMPTY_CONTACT,
    schema: contactDraft,
    async send({ email, ...names }, own) {
      const params = { id: station.id };
      const isSame = user?.email === email;
      const saved = await (user === null
        ? call(createContact, { params, body: { ...names, email } })
        : call(changeContact, { params, body: isSame ? names : { ...names, email } }));
      notifyStationChanged(client, saved);
      own.reset(saved.user ?? EMPTY_CONTACT);
      showSuccess(
        isSame
          ? 'Kontaktpersonen är ändrad.'
          : `Ett mejl för att välja lösenord är på väg till ${email}.`,
      );
    },
  });
  const { faults, failure } = state;
  useNotifyState(onState, {
    isFaulty: faults.length > 0 || failure !== null,
    isUnsaved: form.formState.isDirty && !state.isPending,
  });
  return (
    <form noValidate onSubmit={state.onSubmit}>
      <Card title="Kontaktperson">
        <FormMessage title="Kontaktpersonen kunde inte sparas." messages={failure} />
        {user === null && (
          <p className="quiet">
            Verkstaden har ingen kontaktperson, och ingen kan logga in för den.
          </p>
        )}
        {user !== null && station.successor !== null && (
          <ContactSuccessor
            station_id={station.id}
            user={user}
            successor={station.successor}
            onChanged={(saved) => notifyStationChanged(client, saved)}
          />
        )}
        <ContactSection
          control={control}
          emailHint={
            user === null
              ? 'Hit skickas länken för att välja lösenord, och koden vid varje inloggning.'
              : 'Byter du e-postadress skickas ett mejl till den nya. När någon har valt lösenord där loggas den som använder den gamla ut.'
          }
        />
        <div className={layout.buttons}>
          <SaveButton isPending={state.isPending}>
            {user === null ? 'Lägg till kontaktperson' : 'Spara kontaktperson'}
          </SaveButton>
        </div>
        {user !== null && user.email !== '' && <ContactAccess station_id={station.id} />}
      </Card>
    </form>
  );
}

function useNotifyState(onState: FormProps['onState'], { isFaulty, isUnsaved }: FormState) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback does not affect the state it reports
  useEffect(() => onState({ isFaulty, isUnsaved }), [isFaulty, isUnsaved]);
}
