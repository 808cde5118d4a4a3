import { roleName } from '@restvarde/contract/security/role-name';
import { fullName, listStaff, type StaffMember, type User } from '@restvarde/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Fetched } from './parts/fetched.tsx';
import { ListRow, RowButton } from './parts/list-row.tsx';
import styles from './parts/settings.module.css';
import { SettingsFrame } from './parts/settings-frame.tsx';

/** The staff of the caller's company. For a superuser all, or those of a named company (DATA-1). */
const staffQuery = (company?: string) =>
  queryOptions({
    queryKey: ['staff', company ?? null],
    queryFn: ({ signal }) => call(listStaff, { query: { company }, signal }),
  });

// Loaded when a button is pressed: most visits only read.
const loadDialogs = () => import('./staff-dialogs.tsx');
const InviteStaffDialog = lazy(async () => ({ default: (await loadDialogs()).InviteStaffDialog }));
const DIALOGS = {
  change: lazy(async () => ({ default: (await loadDialogs()).ChangeStaffDialog })),
  logOut: lazy(async () => ({ default: (await loadDialogs()).LogOutDialog })),
  resetApp: lazy(async () => ({ default: (await loadDialogs()).ResetAppDialog })),
  access: lazy(async () => ({ default: (await loadDialogs()).AccessDialog })),
};

/** The company's staff: invited, changed and blocked (DATA-1). */
export default function StaffPage() {
  const [isInviting, setInviting] = useState(false);
  return (
    <SettingsFrame
      title="Personal"
      noneLabel="Alla bolag"
      actions={(company, me) =>
        (company !== undefined || !me.is_superuser) && (
          <Button
            variant="primary"
            icon={<UserPlus size={20} />}
            onPress={() => setInviting(true)}
            aria-haspopup="dialog"
          >
            Bjud in
          </Button>
        )
      }
    >
      {(company, me) => (
        <>
          <Staff company={company} me={me} />
          <Suspense fallback={null}>
            {isInviting && (
              <InviteStaffDialog company={company} onClose={() => setInviting(false)} />
            )}
          </Suspense>
        </>
      )}
    </SettingsFrame>
  );
}

function Staff({ company, me }: { company: string | undefined; me: User }) {
  const query = useQuery(staffQuery(company));
  const [chosen, setChosen] = useState<{ member: StaffMember; act: keyof typeof DIALOGS } | null>(
    null,
  );
  const Dialog = chosen && DIALOGS[chosen.act];
  const isAll = me.is_superuser && company === undefined;
  return (
    <Fetched query={query} waiting="Hämtar personalen">
      {(staff) => (
        <>
          {isAll && <p className="quiet">Välj ett bolag för att bjuda in någon till det.</p>}
          {staff.length === 0 ? (
            <EmptyState title="Ingen personal">Bjud in den första.</EmptyState>
          ) : (
            <ul className="stack surface" aria-label="Personal">
              {staff.map((member) => (
                <Member
                  key={member.id}
                  {...{ member, me }}
                  namesCompany={isAll}
                  onChoose={(act) => setChosen({ member, act })}
                />
              ))}
            </ul>
          )}
          <Suspense fallback={null}>
            {Dialog && (
              <Dialog
                member={chosen.member}
                isSelf={chosen.member.id === me.id}
                onClose={() => setChosen(null)}
              />
            )}
          </Suspense>
        </>
      )}
    </Fetched>
  );
}

function Member(props: {
  member: StaffMember;
  me: User;
  namesCompany: boolean;
  onChoose: (act: keyof typeof DIALOGS) => void;
}) {
  const { member, me, namesCompany, onChoose } = props;
  const name = fullName(member);
  return (
    <ListRow
      name={name}
      badge={member.is_active ? null : 'Avstängd'}
      warning={member.is_active && member.is_invited ? 'Inbjuden' : null}
      tools={
        <>
          <RowButton of={name} onPress={() => onChoose('change')}>
            Ändra
          </RowButton>
          {member.id !== me.id && (
            <>
              {member.is_active && (
                <RowButton of={name} onPress={() => onChoose('logOut')}>
                  Logga ut
                </RowButton>
              )}
              {member.has_second_factor && (
                <RowButton of={`för ${name}`} onPress={() => onChoose('resetApp')}>
                  Återställ app
                </RowButton>
              )}
              <RowButton of={name} onPress={() => onChoose('access')}>
                {member.is_active ? 'Stäng av' : 'Släpp in'}
              </RowButton>
            </>
          )}
        </>
      }
    >
      <p className={`${styles.detail} dotted`}>
        <span>{`${roleName({ role: member.role, is_superuser: false })}${namesCompany ? `, ${member.company_name}` : ''}`}</span>{' '}
        {member.has_second_factor && <span>loggar in med app</span>}
      </p>
      <p className={styles.detail}>{member.email}</p>
    </ListRow>
  );
}
