import { may } from '@restvarde/contract/roles';
import { roleName } from '@restvarde/contract/security/role-name';
import { fullName, type User } from '@restvarde/contract/users';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { companyQuery } from '../../features/companies/queries.ts';
import { ownStationQuery } from '../../features/stations/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { openDeviceSetting } from '../../ui/device-setting.ts';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { RadioGroup } from '../../ui/field/radio-group.tsx';
import styles from './account-page.module.css';

// Below the main content.
const DeferredCards = lazy(() => import('./deferred-cards.tsx'));

/** «Mitt konto»: the user, this device's appearance, and logout (SET-4). */
export default function AccountPage() {
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  return (
    <Page title="Mitt konto" width="form">
      <Card title="Uppgifter">
        <Facts me={me} />
        {!me.is_superuser && !may.administer(me) && (
          <WhoCorrects isStation={may.actAsStation(me)} />
        )}
      </Card>
      <ThemeCard />
      <Suspense fallback={<Skeleton height="52rem" radius="var(--radius-lg)" />}>
        <DeferredCards me={me} />
      </Suspense>
    </Page>
  );
}

function Facts({ me }: { me: User }) {
  const isStation = may.actAsStation(me);
  const station = useQuery({ ...ownStationQuery, enabled: isStation });
  const company = useQuery({ ...companyQuery(), enabled: !me.is_superuser });
  return (
    <ValueList
      rows={[
        ['Namn', fullName(me)],
        ['E-post', <Email key="email" written={me.email} />],
        ['Roll', roleName(me)],
        ['Verkstad', isStation ? <Fetched key="station" query={station} /> : null],
        ['Bolag', me.is_superuser ? 'Alla bolag' : <Fetched key="company" query={company} />],
      ]}
    />
  );
}

/** Whom to contact when a fact is wrong: nobody changes these facts on this page. */
function WhoCorrects({ isStation }: { isStation: boolean }) {
  const { data: company } = useQuery({ ...companyQuery(), enabled: isStation });
  const whom = isStation ? company?.name : 'bolagets administratör';
  if (whom === undefined) return null;
  return <p className="quiet">{`Stämmer något inte? Kontakta ${whom}.`}</p>;
}

/** A name that is fetched separately. */
function Fetched({ query }: { query: UseQueryResult<{ name: string }> }) {
  if (query.data !== undefined) return query.data.name;
  if (query.error === null) return <Skeleton width="10rem" height="1.5rem" />;
  return (
    <span className={styles.missing}>
      Kunde inte hämtas
      <Button size="sm" onPress={() => void query.refetch()} isPending={query.isFetching}>
        Försök igen
      </Button>
    </span>
  );
}

/** An email address that may wrap before its @. */
function Email({ written }: { written: string }) {
  const at = written.lastIndexOf('@');
  return (
    <>
      <span>{written.slice(0, at)}</span>
      <wbr />
      <span>{written.slice(at)}</span>
    </>
  );
}

/** Also read by `app/prefetch.ts`, before the first paint. */
const theme = openDeviceSetting('restvarde.theme', ['system', 'light', 'dark']);

const CHOICES = [
  { id: 'system', label: 'Som enheten' },
  { id: 'light', label: 'Ljust' },
  { id: 'dark', label: 'Mörkt' },
] as const;

/** Light, dark or the system's scheme; stored on this device (SET-4). */
function ThemeCard() {
  const value = theme.use();
  return (
    <Card title="Utseende">
      <RadioGroup
        label="Färgschema"
        description="Gäller på den här enheten."
        orientation="horizontal"
        choices={CHOICES}
        value={value}
        onChange={(chosen) => theme.set(CHOICES.find(({ id }) => id === chosen)?.id ?? 'system')}
      />
    </Card>
  );
}
