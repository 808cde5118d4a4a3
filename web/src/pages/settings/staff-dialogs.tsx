import { endStaffSessions } from '@restvarde/contract/auth/own-sessions';
import { resetSecondFactor } from '@restvarde/contract/auth/second-factor';
import { changeStaff, fullName, inviteStaff, type StaffMember } from '@restvarde/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { ActDialog } from '../../base/forms/act-dialog.tsx';
import { RadioInput } from '../../base/forms/choice-input.tsx';
import { FormDialog } from '../../base/forms/form-dialog.tsx';
import { TextInput } from '../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { meQuery } from '../../features/users/queries.ts';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { changeDraft, inviteDraft } from './staff-draft.ts';

const ROLES = [
  { id: '20', label: 'Handläggare', detail: 'Lägger till och sköter auktioner.' },
  {
    id: '30',
    label: 'Administratör',
    detail: 'Sköter också verkstäder, inställningar och personal.',
  },
];

/** Adds a staff member, who gets an email to set a password. */
export function InviteStaffDialog(props: { company: string | undefined; onClose: () => void }) {
  const { company, onClose } = props;
  const client = useQueryClient();
  const checked = useCheckedForm({
    initial: { first_name: '', last_name: '', email: '', role: '20' },
    schema: inviteDraft,
    async send(body) {
      await call(inviteStaff, { query: { company }, body });
      await client.invalidateQueries({ queryKey: ['staff'] });
      showSuccess(`Ett mejl för att välja lösenord är på väg till ${body.email}.`);
      onClose();
    },
  });
  const { control } = checked;
  return (
    <FormDialog title="Bjud in personal" submitLabel="Bjud in" {...{ checked, onClose }}>
      <TextInput control={control} name="first_name" label="Förnamn" maxLength={60} />
      <TextInput control={control} name="last_name" label="Efternamn" maxLength={60} />
      <TextInput
        control={control}
        name="email"
        label="E-post"
        type="email"
        autoComplete="off"
        spellCheck="false"
      />
      <RadioInput control={control} name="role" label="Roll" choices={ROLES} />
    </FormDialog>
  );
}

/** Changes a member's names and role. Users cannot change their own role. */
export function ChangeStaffDialog(props: {
  member: StaffMember;
  isSelf: boolean;
  onClose: () => void;
}) {
  const { member, isSelf, onClose } = props;
  const client = useQueryClient();
  const { first_name, last_name } = member;
  const checked = useCheckedForm({
    initial: { first_name, last_name, role: String(member.role) },
    schema: changeDraft,
    async send(body) {
      await call(changeStaff, { params: { id: member.id }, body });
      await client.invalidateQueries({ queryKey: ['staff'] });
      if (isSelf) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      onClose();
    },
  });
  const { control } = checked;
  return (
    <FormDialog title={`Ändra ${fullName(member)}`} submitLabel="Spara" {...{ checked, onClose }}>
      <TextInput control={control} name="first_name" label="Förnamn" maxLength={60} />
      <TextInput control={control} name="last_name" label="Efternamn" maxLength={60} />
      <RadioInput
        control={control}
        name="role"
        label="Roll"
        choices={ROLES}
        isDisabled={isSelf}
        description={isSelf ? 'Du kan inte ändra din egen roll.' : undefined}
      />
    </FormDialog>
  );
}

interface MemberProps {
  member: StaffMember;
  onClose: () => void;
}

/** Ends the sessions of a member who may have lost a phone (SEC-3). */
export function LogOutDialog({ member, onClose }: MemberProps) {
  const name = fullName(member);
  return (
    <ActDialog
      title={`Logga ut ${name} överallt?`}
      confirmLabel="Logga ut"
      cancelLabel="Logga inte ut"
      pendingLabel="Loggar ut …"
      act={async () => {
        await call(endStaffSessions, { params: { id: member.id } });
        showSuccess(`${name} är utloggad överallt.`);
      }}
      onClose={onClose}
    >
      <p>{`${name} loggas ut genast på alla enheter, och kan logga in igen.`}</p>
    </ActDialog>
  );
}

/** Removes the app of a member who has lost it and the recovery codes (SEC-8). */
export function ResetAppDialog({ member, onClose }: MemberProps) {
  const client = useQueryClient();
  const name = fullName(member);
  return (
    <ActDialog
      title={`Återställ app för ${name}?`}
      confirmLabel="Återställ"
      cancelLabel="Återställ inte"
      pendingLabel="Återställer …"
      act={async () => {
        await call(resetSecondFactor, { params: { id: member.id } });
        await client.invalidateQueries({ queryKey: ['staff'] });
        showSuccess(`${name} loggar in utan app nästa gång.`);
      }}
      onClose={onClose}
    >
      <p>{`Gör det bara när du vet att det är ${name} som ber om det. ${name} loggas ut, får ett mejl om det och loggar in utan kod från appen.`}</p>
    </ActDialog>
  );
}

/** Asks before blocking or unblocking a member (AUTH-8). */
export function AccessDialog({ member, onClose }: MemberProps) {
  const { id, is_active } = member;
  const client = useQueryClient();
  const name = fullName(member);
  return (
    <ActDialog
      title={is_active ? `Stäng av ${name}?` : `Släpp in ${name} igen?`}
      confirmLabel={is_active ? 'Stäng av' : 'Släpp in'}
      cancelLabel={is_active ? 'Stäng inte av' : undefined}
      pendingLabel="Sparar …"
      isDanger={is_active}
      act={async () => {
        await call(changeStaff, { params: { id }, body: { is_active: !is_active } });
        await client.invalidateQueries({ queryKey: ['staff'] });
      }}
      onClose={onClose}
    >
      <p>
        {is_active
          ? `${name} loggas ut genast och kan inte logga in. Auktionerna påverkas inte.`
          : `${name} kan logga in igen med samma lösenord som förut.`}
      </p>
    </ActDialog>
  );
}
