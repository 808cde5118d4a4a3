import { lazy, type ReactElement, Suspense, useState } from 'react';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ListRow, RowButton } from '../parts/list-row.tsx';
import styles from '../parts/settings.module.css';
import { entryName, type ListEntry } from './place.ts';

// Loaded when a button is pressed: most visits only read.
const loadDialogs = () => import('./place-dialogs.tsx');
const RenameDialog = lazy(async () => ({ default: (await loadDialogs()).RenameDialog }));
const RemoveEntryDialog = lazy(async () => ({
  default: (await loadDialogs()).RemoveEntryDialog,
}));

export interface PlaceListProps {
  /** The singular: «kategori». */
  noun: string;
  /** The definite form at the start of a sentence: «Kategorin». */
  theNoun: string;
  title: string;
  hint: string;
  rows: readonly ListEntry[];
  create: (name: string) => Promise<unknown>;
  rename: (id: number, name: string) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
  /** What happens to its users when an entry is removed. */
  removal: string;
  /** Further actions on each entry. */
  tools?: (row: ListEntry) => ReactElement;
}

/** A company's list of names, which can be added, renamed and removed (DATA-1). */
export function PlaceList(props: PlaceListProps) {
  const { title, hint, noun, theNoun, rows, rename, remove, removal, tools } = props;
  const [changing, setChanging] = useState<ListEntry | null>(null);
  const [removing, setRemoving] = useState<ListEntry | null>(null);
  return (
    <>
      <Card title={`Lägg till ${noun}`}>
        <AddForm {...props} />
      </Card>
      <section className="stack gap-4">
        <p className="quiet">{hint}</p>
        {rows.length > 0 && (
          <ul className="stack surface" aria-label={title}>
            {rows.map((row) => (
              <ListRow
                key={row.id}
                name={row.name}
                badge={row.badge}
                tools={
                  <>
                    {tools?.(row)}
                    {row.badge === undefined && (
                      <>
                        <RowButton of={row.name} onPress={() => setChanging(row)}>
                          Ändra
                        </RowButton>
                        <RowButton of={row.name} onPress={() => setRemoving(row)}>
                          Ta bort
                        </RowButton>
                      </>
                    )}
                  </>
                }
              >
                {row.detail && <p className="quiet">{row.detail}</p>}
              </ListRow>
            ))}
          </ul>
        )}
        {rows.length === 0 && <p>{`Inga ${title.toLowerCase()}`}</p>}
      </section>
      <Suspense fallback={null}>
        {changing !== null && (
          <RenameDialog
            title={`Ändra ${changing.name}`}
            name={changing.name}
            rename={(name) => rename(changing.id, name)}
            onClose={() => setChanging(null)}
          />
        )}
        {removing !== null && (
          <RemoveEntryDialog
            {...{ removal, theNoun }}
            row={removing}
            remove={() => remove(removing.id)}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function AddForm({ noun, create }: PlaceListProps) {
  const { control, failure, ...state } = useCheckedForm({
    initial: { name: '' },
    schema: entryName,
    async send({ name }, own) {
      await create(name);
      own.reset();
      own.setFocus('name');
      announce(`${name} är tillagd`);
    },
  });
  return (
    <form className={styles.adder} noValidate onSubmit={state.onSubmit}>
      <TextInput control={control} name="name" label="Namn" autoComplete="off" maxLength={80} />
      <Button type="submit" isPending={state.isPending} pendingLabel="Sparar …">
        {`Lägg till ${noun}`}
      </Button>
      {failure !== null && failure.length > 0 && (
        <Notice tone="danger" isAlert>
          {failure.join(' ')}
        </Notice>
      )}
    </form>
  );
}
