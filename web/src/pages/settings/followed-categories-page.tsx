import type { Category } from '@restvarde/contract/categories';
import {
  changeOwnStation,
  type OwnStation,
  putOwnDismantler,
  removeOwnDismantler,
} from '@restvarde/contract/service-stations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { upload } from '../../base/api/upload.ts';
import layout from '../../base/forms/form-layout.module.css';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { Page } from '../../base/frame/page.tsx';
import { categoriesQuery, stagingAreasQuery } from '../../features/categories/queries.ts';
import { ownStationQuery } from '../../features/stations/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Button, SaveButton } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { followedIds, silentIds } from './followed.ts';
import { Fetched } from './parts/fetched.tsx';
import styles from './parts/settings.module.css';

// Below the main content.
const OpeningHoursDialog = lazy(() => import('./places/opening-hours-dialog.tsx'));
const DismantlerCard = lazy(() => import('../../features/stations/dismantler-card.tsx'));

/** The categories that a station gets emails about (STN-6). */
export default function FollowedCategoriesPage() {
  const query = useQuery(ownStationQuery);
  return (
    <Page title="Inställningar" width="form">
      <Fetched query={query} waiting="Hämtar inställningarna">
        {(station) => (
          <>
            {station.categories.length > 0 ? (
              <FollowForm station={station} categories={station.categories} />
            ) : (
              <AllCategories station={station} />
            )}
            <OwnHours />
            <OwnDismantler station={station} />
          </>
        )}
      </Fetched>
    </Page>
  );
}

/** The hours of the station's own place, if it is one (PICK-12). */
function OwnHours() {
  const { data: me } = useQuery(meQuery);
  const query = useQuery({ ...stagingAreasQuery(), enabled: me?.is_staging_area === true });
  const [isOpen, setOpen] = useState(false);
  const place = query.data?.find(({ can_edit }) => can_edit);
  if (place === undefined) return null;
  return (
    <Card title="Tider för hämtning">
      <p>
        {place.opening_hours === '' ? 'Inga öppettider angivna.' : `Öppet: ${place.opening_hours}`}
      </p>
      <p className="quiet">
        {place.booking_hours === null
          ? 'Köpare kan boka vilken tid som helst. Ange era öppettider, så kan de bara boka lediga tider.'
          : 'Köpare bokar bland era lediga tider.'}
      </p>
      <div>
        <Button onPress={() => setOpen(true)}>Ändra öppettider</Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <OpeningHoursDialog place={place} mayWriteText={false} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** The station's own authorisation, which its company checks (DISM-1). */
function OwnDismantler({ station }: { station: OwnStation }) {
  const client = useQueryClient();
  const keep = (saved: OwnStation) => client.setQueryData(ownStationQuery.queryKey, saved);
  return (
    <Suspense fallback={<Skeleton height="30rem" radius="var(--radius-lg)" />}>
      <DismantlerCard
        dismantler={station.dismantler}
        hasNote={false}
        put={async (body) => {
          const saved = await upload(putOwnDismantler, { body });
          keep(saved);
          return saved.dismantler;
        }}
        remove={async () => {
          await call(removeOwnDismantler, {});
          keep({ ...station, dismantler: null });
        }}
      />
    </Suspense>
  );
}

/** A station without categories sees all and chooses among those. */
function AllCategories({ station }: { station: OwnStation }) {
  return (
    <Fetched query={useQuery(categoriesQuery())} waiting="Hämtar kategorierna">
      {(categories) => <FollowForm station={station} categories={categories} />}
    </Fetched>
  );
}

function FollowForm(props: { station: OwnStation; categories: readonly Category[] }) {
  const { station, categories } = props;
  const client = useQueryClient();
  const [followed, setFollowed] = useState(() => followedIds(categories, station));
  const silent = (ids: ReadonlySet<number>) => silentIds(categories, ids).join();
  const isChanged = silent(followed) !== silent(followedIds(categories, station));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(changeOwnStation, { body: { silent_category_ids: silentIds(categories, followed) } }),
    onSuccess(saved) {
      client.setQueryData(ownStationQuery.queryKey, saved);
      setFollowed(followedIds(categories, saved));
      showSuccess('Inställningarna har uppdaterats.');
    },
  });

  return (
    <form
      className="stack gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      {error !== null && (
        <Notice
          tone="danger"
          isAlert
          title="Ett fel inträffade när inställningarna skulle uppdateras."
        >
          {error.message}
        </Notice>
      )}
      <Card title="Följ">
        <p className="quiet">
          Du får ett mejl när ett nytt objekt läggs ut i en kategori som du följer. Du ser och kan
          lägga bud på övriga objekt ändå.
        </p>
        <ul aria-label="Kategorier att följa" className={styles.choices}>
          {categories.map(({ id, name }) => (
            <li key={id}>
              <Checkbox
                isSelected={followed.has(id)}
                onChange={(isChosen) =>
                  setFollowed((before) => {
                    const after = new Set(before);
                    if (isChosen) after.add(id);
                    else after.delete(id);
                    return after;
                  })
                }
              >
                {name}
              </Checkbox>
            </li>
          ))}
        </ul>
      </Card>
      <LeaveGuard isOn={isChanged && !isPending} what="Ändringar" />
      <div className={layout.foot}>
        <SaveButton size="lg" isPending={isPending}>
          Spara
        </SaveButton>
      </div>
    </form>
  );
}
