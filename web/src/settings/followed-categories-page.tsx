import type { Category } from '@restvarde/contract/categories';
import { changeOwnStation, type OwnStation } from '@restvarde/contract/service-stations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { categoriesQuery } from '../categories/queries.ts';
import { LeaveGuard } from '../forms/leave-guard.tsx';
import { ownStationQuery } from '../service-stations/queries.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import layout from '../ui/form-layout.module.css';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.ts';
import { Fetched } from './fetched.tsx';
import { followedIds, silentIds } from './followed.ts';
import styles from './settings.module.css';

/** Which categories a station gets emails about (STN-6). */
export default function FollowedCategoriesPage() {
  const query = useQuery(ownStationQuery);
  return (
    <Page title="Inställningar" width="form">
      <Fetched query={query} waiting="Hämtar inställningarna">
        {(station) =>
          station.categories.length > 0 ? (
            <FollowForm station={station} categories={station.categories} />
          ) : (
            <AllCategories station={station} />
          )
        }
      </Fetched>
    </Page>
  );
}

/** A station without categories of its own sees all there are, and chooses among those. */
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
      showToast({ tone: 'success', text: 'Inställningarna har uppdaterats.' });
    },
  });

  return (
    <form
      className={layout.form}
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
      <Card title="Följda kategorier">
        <p className={layout.hint}>
          Du får ett mejl när ett nytt objekt läggs ut i en kategori som du följer. Du ser och kan
          bjuda på alla dina auktioner ändå.
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
                Följ {name}
              </Checkbox>
            </li>
          ))}
        </ul>
      </Card>
      <LeaveGuard isOn={isChanged && !isPending} what="Ändringar" />
      <div className={layout.foot}>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isPending={isPending}
          pendingLabel="Sparar …"
        >
          Spara
        </Button>
      </div>
    </form>
  );
}
