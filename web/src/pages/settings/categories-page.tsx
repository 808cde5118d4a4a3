import {
  type Category,
  createCategory,
  removeCategory,
  renameCategory,
} from '@restvarde/contract/categories';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { categoriesQuery } from '../../features/categories/queries.ts';
import { Fetched } from './parts/fetched.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';
import type { ListEntry } from './places/place.ts';
import { PlaceList } from './places/place-list.tsx';

/** The company's own categories, or the global ones for a superuser without a company (DATA-1). */
export default function CategoriesPage() {
  return (
    <SettingsFrame title="Kategorier" noneLabel="Gemensamma för alla bolag">
      {(company, me) => (
        <Categories key={company ?? ''} company={company} isSuperuser={me.is_superuser} />
      )}
    </SettingsFrame>
  );
}

function Categories(props: { company: string | undefined; isSuperuser: boolean }) {
  const { company, isSuperuser } = props;
  const query = useQuery(categoriesQuery(company));
  const client = useQueryClient();
  const areGlobal = isSuperuser && company === undefined;
  // Stations and auctions contain their names.
  const applied = async (change: Promise<unknown>) => {
    await change;
    await client.invalidateQueries({ queryKey: ['categories'] });
    void client.invalidateQueries({ queryKey: ['service-stations'] });
  };
  return (
    <Fetched query={query} waiting="Hämtar kategorierna">
      {(categories) => (
        <PlaceList
          noun={areGlobal ? 'gemensam kategori' : 'kategori'}
          theNoun="Kategorin"
          title="Kategorier"
          hint={
            areGlobal
              ? 'Gemensamma kategorier finns hos alla bolag. De behövs för auktioner som säljs till alla verkstäder.'
              : 'Bolagets egna kategorier används vid sidan av de gemensamma och syns bara för bolagets verkstäder.'
          }
          rows={categories
            .filter((category) => !areGlobal || category.is_global)
            .map((category) => toRow(category, areGlobal))}
          create={(name) => applied(call(createCategory, { query: { company }, body: { name } }))}
          rename={(id, name) => applied(call(renameCategory, { params: { id }, body: { name } }))}
          remove={(id) => applied(call(removeCategory, { params: { id } }))}
          removal="Kategorin kan inte väljas längre. Det går inte att ångra."
        />
      )}
    </Fetched>
  );
}

function toRow({ id, name, is_global }: Category, areGlobal: boolean): ListEntry {
  return is_global && !areGlobal ? { id, name, badge: 'Gemensam' } : { id, name };
}
