import {
  changeSignOnProvider,
  createSignOnProvider,
  removeSignOnProvider,
  type SignOnProvider,
} from '@restvarde/contract/companies/sign-on-providers';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import { RemoveDialog } from '../../../base/forms/act-dialog.tsx';
import { RadioInput } from '../../../base/forms/choice-input.tsx';
import { draftSchema } from '../../../base/forms/draft-schema.ts';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { PasswordInput, TextAreaInput, TextInput } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { showSuccess } from '../../../ui/feedback/toast.ts';

const KEY = { queryKey: ['sign-on-providers'] };

/** Adds or changes a provider. Only a superuser changes issuer and domains (AUTH-18). */
export function ProviderDialog(props: {
  company: string | undefined;
  provider: SignOnProvider | null;
  isSuperuser: boolean;
  onClose: () => void;
}) {
  const { company, provider, isSuperuser, onClose } = props;
  const client = useQueryClient();
  const saved = async () => {
    await client.invalidateQueries(KEY);
    showSuccess('Inloggningstjänsten har sparats.');
    onClose();
  };
  const adding = useCheckedForm({
    initial: draftOf(null),
    schema: newProvider,
    async send(body) {
      await call(createSignOnProvider, { query: { company }, body });
      await saved();
    },
  });
  const changing = useCheckedForm({
    initial: draftOf(provider),
    schema: changedProvider,
    async send(body) {
      await call(changeSignOnProvider, { params: { id: provider!.id }, body });
      await saved();
    },
  });
  const checked = provider === null ? adding : changing;
  const control = provider === null ? adding.control : (changing.control as typeof adding.control);
  const plain = { autoComplete: 'off', spellCheck: 'false' } as const;
  return (
    <FormDialog
      title={provider === null ? 'Lägg till inloggningstjänst' : 'Ändra inloggningstjänst'}
      submitLabel={provider === null ? 'Lägg till' : 'Spara'}
      {...{ checked, onClose }}
    >
      {isSuperuser ? (
        <>
          <TextInput
            {...{ control, ...plain }}
            name="issuer"
            label="Utfärdare"
            type="url"
            description="Adressen som tjänsten själv uppger, som https://inloggning.bolaget.se/adfs"
          />
          <TextInput
            {...{ control, ...plain }}
            name="domains"
            label="Domäner"
            description="Den som har en e-postadress här loggar in med tjänsten. Flera skiljs med kommatecken."
          />
          <RadioInput
            control={control}
            name="trusts_email"
            label="E-postadresser som tjänsten inte intygar"
            choices={[
              { id: 'no', label: 'Godta inte' },
              { id: 'yes', label: 'Godta' },
            ]}
            orientation="horizontal"
            description="Tjänsten intygar en adress med email_verified. Godta andra bara om personalen inte kan ändra sin egen adress hos tjänsten."
          />
        </>
      ) : (
        <p className="quiet">
          {`${provider?.issuer}, för ${provider?.domains.join(', ')}. Utfärdare, domäner och intyg ändras av Restvärde.`}
        </p>
      )}
      <TextInput {...{ control, ...plain }} name="client_id" label="Klient-id" maxLength={300} />
      <PasswordInput
        control={control}
        name="client_secret"
        label="Klienthemlighet"
        autoComplete="new-password"
        isOptional={provider !== null}
        description={
          provider === null
            ? 'Visas aldrig igen när den har sparats.'
            : 'Den sparade visas aldrig. Lämna tomt för att behålla den.'
        }
      />
      <TextInput
        {...{ control, ...plain }}
        name="role_claim"
        label="Attribut med grupper"
        isOptional
        maxLength={100}
        description="Utan attribut gäller rollerna under Personal."
      />
      <TextAreaInput
        control={control}
        name="case_manager_values"
        label="Grupper för handläggare"
        isOptional
        rows={2}
        description="En grupp på varje rad."
      />
      <TextAreaInput
        control={control}
        name="company_admin_values"
        label="Grupper för administratörer"
        isOptional
        rows={2}
        description="En grupp på varje rad."
      />
    </FormDialog>
  );
}

/** Asks before removing a provider. */
export function RemoveProviderDialog(props: { provider: SignOnProvider; onClose: () => void }) {
  const { provider, onClose } = props;
  const client = useQueryClient();
  return (
    <RemoveDialog
      title="Ta bort inloggningstjänsten?"
      remove={async () => {
        await call(removeSignOnProvider, { params: { id: provider.id } });
        await client.invalidateQueries(KEY);
      }}
      onClose={onClose}
    >
      <p>{`Personal med adress i ${provider.domains.join(', ')} loggar sedan in med lösenord, som de väljer med ”Jag har glömt mitt lösenord.” på inloggningssidan.`}</p>
    </RemoveDialog>
  );
}

/** The form values of a provider: domains separated by commas or lines, one group per line. */
type ProviderDraft = Record<
  | 'issuer'
  | 'client_id'
  | 'client_secret'
  | 'domains'
  | 'role_claim'
  | 'case_manager_values'
  | 'company_admin_values',
  string
> & { trusts_email: 'no' | 'yes' };

const split = (text: string, by: RegExp) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const read = (draft: ProviderDraft) => ({
  ...draft,
  trusts_email: draft.trusts_email === 'yes',
  domains: split(draft.domains, /[\s,;]+/),
  case_manager_values: split(draft.case_manager_values, /\n/),
  company_admin_values: split(draft.company_admin_values, /\n/),
});

/** Validates a new provider (AUTH-18). */
const newProvider = draftSchema(createSignOnProvider.body, read);

/** Validates a changed provider. An empty secret keeps the stored one. */
const changedProvider = draftSchema(
  changeSignOnProvider.body,
  ({ client_secret, ...draft }: ProviderDraft) => ({
    ...read({ ...draft, client_secret }),
    client_secret: client_secret === '' ? undefined : client_secret,
  }),
);

/** The initial form values. The server never returns a secret. */
const draftOf = (provider: SignOnProvider | null): ProviderDraft => ({
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  domains: provider?.domains.join(', ') ?? '',
  trusts_email: provider?.trusts_email ? 'yes' : 'no',
  role_claim: provider?.role_claim ?? '',
  case_manager_values: provider?.case_manager_values.join('\n') ?? '',
  company_admin_values: provider?.company_admin_values.join('\n') ?? '',
});
