import { changeOwnStation, type OwnStation } from '@restvarde/contract/service-stations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
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

/** Which categories a station gets letters about (STN-6). */
export default function FollowedCategoriesPage() {
  const query = useQuery(ownStationQuery);
  return (
    <Page title="Inställningar" width="form">
      <Fetched query={query} waiting="Hämtar inställningarna">
        {(station) => <FollowForm station={station} />}
      </Fetched>
    </Page>
  );
}

function FollowForm({ station }: { station: OwnStation }) {
  const client = useQueryClient();
  const [followed, setFollowed] = useState(() => followedIds(station));
  const silent = (ids: ReadonlySet<number>) => silentIds(station, ids).join();
  const isChanged = silent(followed) !== silent(followedIds(station));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(changeOwnStation, { body: { silent_category_ids: silentIds(station, followed) } }),
    onSuccess(saved) {
      client.setQueryData(ownStationQuery.queryKey, saved);
      setFollowed(followedIds(saved));
      showToast({ tone: 'success', text: 'Inställningarna har uppdaterats.' });
    },
  });

  if (station.categories.length === 0) {
    return (
      <Card title="Följda kategorier">
        <p>
          {station.name} har inga egna kategorier. Du ser alla auktioner, och får e-post om alla nya
          objekt. Kontakta {station.company_name} om du vill ändra det.
        </p>
      </Card>
    );
  }
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
          Du får e-post när ett nytt objekt läggs ut i en kategori som du följer. Du ser och kan
          bjuda på alla dina auktioner ändå.
        </p>
        <ul aria-label="Kategorier att följa" className={styles.choices}>
          {station.categories.map(({ id, name }) => (
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
