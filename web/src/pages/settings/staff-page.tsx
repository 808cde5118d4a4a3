import { roleName } from '@restvarde/contract/security/role-name';
import { fullName, listStaff, type StaffMember, type User } from '@restvarde/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Fetched } from './parts/fetched.tsx';
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
const ChangeStaffDialog = lazy(async () => ({ default: (await loadDialogs()).ChangeStaffDialog }));
const LogOutDialog = lazy(async () => ({ default: (await loadDialogs()).LogOutDialog }));
const ResetAppDialog = lazy(async () => ({ default: (await loadDialogs()).ResetAppDialog }));
const AccessDialog = lazy(async () => ({ default: (await loadDialogs()).AccessDialog }));

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
            icon={<UserPlus aria-hidden="true" size={20} />}
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
  const [changing, setChanging] = useState<StaffMember | null>(null);
  const [leaving, setLeaving] = useState<StaffMember | null>(null);
  const [resetting, setResetting] = useState<StaffMember | null>(null);
  const [shutting, setShutting] = useState<StaffMember | null>(null);
  const isAll = me.is_superuser && company === undefined;
  return (
    <Fetched query={query} waiting="Hämtar personalen">
      {(staff) => (
        <>
          {isAll && <p className="quiet">Välj ett bolag för att bjuda in någon till det.</p>}
          {staff.length === 0 ? (
            <EmptyState title="Ingen personal">Bjud in den första.</EmptyState>
          ) : (
            <ul className={styles.rows} aria-label="Personal">
              {staff.map((member) => (
                <li key={member.id} className={styles.row}>
                  <Member member={member} namesCompany={isAll} />
                  <div className={styles.tools}>
                    <Button
                      variant="quiet"
                      size="sm"
                      aria-label={`Ändra ${fullName(member)}`}
                      onPress={() => setChanging(member)}
                    >
                      Ändra
                    </Button>
                    {member.id !== me.id && member.is_active && (
                      <Button
                        variant="quiet"
                        size="sm"
                        aria-label={`Logga ut ${fullName(member)}`}
                        onPress={() => setLeaving(member)}
                      >
                        Logga ut
                      </Button>
                    )}
                    {member.id !== me.id && member.has_second_factor && (
                      <Button
                        variant="quiet"
                        size="sm"
                        aria-label={`Återställ app för ${fullName(member)}`}
                        onPress={() => setResetting(member)}
                      >
                        Återställ app
                      </Button>
                    )}
                    {member.id !== me.id && (
                      <Button
                        variant="quiet"
                        size="sm"
                        aria-label={`${accessWord(member)} ${fullName(member)}`}
                        onPress={() => setShutting(member)}
                      >
                        {accessWord(member)}
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
          <Suspense fallback={null}>
            {changing !== null && (
              <ChangeStaffDialog
                member={changing}
                isSelf={changing.id === me.id}
                onClose={() => setChanging(null)}
              />
            )}
            {leaving !== null && <LogOutDialog member={leaving} onClose={() => setLeaving(null)} />}
            {resetting !== null && (
              <ResetAppDialog member={resetting} onClose={() => setResetting(null)} />
            )}
            {shutting !== null && (
              <AccessDialog member={shutting} onClose={() => setShutting(null)} />
            )}
          </Suspense>
        </>
      )}
    </Fetched>
  );
}

const accessWord = (member: StaffMember) => (member.is_active ? 'Stäng av' : 'Släpp in');

function Member({ member, namesCompany }: { member: StaffMember; namesCompany: boolean }) {
  return (
    <div className={styles.about}>
      <p className={styles.name}>
        <span>{fullName(member)}</span>
        {!member.is_active && <span className={styles.badge}>Avstängd</span>}
        {member.is_active && member.is_invited && (
          <span className={styles.badge} data-tone="warn">
            Inbjuden
          </span>
        )}
      </p>
      <p className={`${styles.detail} dotted`}>
        <span>{`${roleName({ role: member.role, is_superuser: false })}${namesCompany ? `, ${member.company_name}` : ''}`}</span>{' '}
        {member.has_second_factor && <span>loggar in med app</span>}
      </p>
      <p className={styles.detail}>{member.email}</p>
    </div>
  );
}
