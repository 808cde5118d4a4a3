import { STATE_LABEL } from '@restvarde/contract/auctions/auction-rules';
import { type Suggestion, suggestAuctions } from '@restvarde/contract/auctions/list-auctions';
import { formatKronor } from '@restvarde/contract/money';
import { may, type PermissionCheck } from '@restvarde/contract/roles';
import { listServiceStations } from '@restvarde/contract/service-stations';
import type { User } from '@restvarde/contract/users';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowRight, Wrench } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { paths } from '../../../base/urls/paths.ts';
import { KeptThumb } from '../../../features/auctions/kept-thumb.tsx';
import { leadingSum } from '../../../features/auctions/leading-sum.ts';
import { announce } from '../../../ui/announce.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { formatWhen } from '../../../ui/format/dates.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import { Modal } from '../../../ui/modal/modal.tsx';
import { type Option, SearchCombobox } from './search-combobox.tsx';

/** Enter waits this long for the results of the current text, then leads to the list. */
const SUBMIT_TIMEOUT_MS = 2_000;

export interface SearchDialogProps {
  me: User;
  isOpen: boolean;
  onOpenChange: (is_open: boolean) => void;
}

/** Finds an auction from any page: suggestions while typing, and a list of all matches (LIST-11). */
export default function SearchDialog({ me, isOpen, onOpenChange }: SearchDialogProps) {
  return (
    <Modal title="Sök auktion" isOpen={isOpen} onOpenChange={onOpenChange}>
      <Finder me={me} onDone={() => onOpenChange(false)} />
    </Modal>
  );
}

function Finder({ me, onDone }: { me: User; onDone: () => void }) {
  const navigate = useNavigate();
  const { company: chosen } = useSearch({ strict: false }) as { company?: string };
  const company = me.is_superuser ? chosen : undefined;
  const [written, setWritten] = useState('');
  const text = written.trim();
  const [isSubmitted, setSubmitted] = useState(false);
  const rested = useRested(text);
  const q = isSubmitted ? text : rested;
  const { data, isPlaceholderData, isFetching, failureCount } = useQuery(
    suggestionsQuery(q, company),
  );
  const results = text === '' || q === '' ? [] : (data?.results ?? []);
  const { data: stations = [] } = useQuery({
    ...stationSuggestionsQuery(q, company),
    enabled: q !== '' && may.administer(me),
  });
  const isFresh = q === text && data !== undefined && !isPlaceholderData;

  const open = (to: string, search: { q?: string; company: string | undefined }) => {
    onDone();
    void navigate({ to, search });
  };
  const openAuction = ({ id }: Suggestion) => open(paths.auction(id), { company });
  const openList = () => open(paths.auctions, { q: text, company });

  // The results may belong to the beginning of the text: Enter waits for the current ones.
  const isLoading = !isFresh && isFetching && failureCount === 0;
  const submit = useEffectEvent(() => {
    const [only] = results;
    // A complete number leads directly to its auction.
    if (isFresh && results.length === 1 && only) openAuction(only);
    else openList();
  });
  useEffect(() => {
    if (!isSubmitted) return;
    if (!isLoading) return submit();
    const timer = setTimeout(() => submit(), SUBMIT_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isSubmitted, isLoading]);

  const announceCount = useEffectEvent(() =>
    announce(
      results.length === 0
        ? `Inga träffar på ”${text}”`
        : formatCount(results.length, 'förslag', 'förslag'),
      'suggestions',
    ),
  );
  useEffect(() => {
    if (isFresh && text !== '') return announceCount();
  }, [isFresh, text]);

  const options: Option[] = results.map((auction) => ({
    id: String(auction.id),
    name: `${auction.manufacturer} ${auction.model} ${auction.model_year ?? ''}`.trim(),
    facts: factsOf(auction),
    picture: <KeptThumb address={auction.thumb} />,
    aside: [formatKronor(leadingSum(auction).amount), endOf(auction)],
    onChoose: () => openAuction(auction),
  }));
  if (text !== '') {
    const isNone = isFresh && results.length === 0;
    options.push({
      id: 'all',
      name: isNone ? `Inga träffar på ”${text}”` : `Visa alla träffar på ”${text}”`,
      onChoose: openList,
    });
    for (const { title, to } of pagesFor(me, text)) {
      options.push({
        id: to,
        name: title,
        picture: <ArrowRight size={20} />,
        onChoose: () => open(to, { company }),
      });
    }
    for (const { id, name, city, number } of stations) {
      options.push({
        id: `station${id}`,
        name,
        facts: [`Verkstad ${number}`, city].filter(Boolean).join(' · '),
        picture: <Wrench size={20} />,
        onChoose: () => open(paths.serviceStation(id), { company }),
      });
    }
  }

  return (
    <SearchCombobox
      value={written}
      onChange={(next) => {
        setWritten(next);
        setSubmitted(false);
      }}
      options={options}
      isStale={!isFresh}
      onSubmit={() => setSubmitted(text !== '')}
    />
  );
}

function factsOf(auction: Suggestion): string {
  const { registration_number, number, is_active, has_started } = auction;
  const state = is_active ? 'active' : has_started ? 'ended' : 'upcoming';
  return [registration_number, number, STATE_LABEL[state]].filter(Boolean).join(' · ');
}

function endOf({ end_dt, is_active, has_started }: Suggestion): string {
  const word = has_started && !is_active ? 'Slutade' : 'Slutar';
  return `${word} ${formatWhen(end_dt, serverClock.now())}`;
}

/** The number of stations that are suggested. */
const STATIONS = 3;

/** Stations by the beginning or part of their name, for admins (LIST-11). */
const stationSuggestionsQuery = (q: string, company: string | undefined) =>
  queryOptions({
    queryKey: ['service-stations', 'suggestions', q, company],
    queryFn: async ({ signal }) => {
      const { results } = await call(listServiceStations, { query: { name: q, company }, signal });
      return results.slice(0, STATIONS);
    },
    placeholderData: keepPreviousData,
  });

/** The suggestions of the header's search (LIST-11). */
const suggestionsQuery = (q: string, company: string | undefined) =>
  queryOptions({
    queryKey: ['suggestions', q, company],
    queryFn: ({ signal }) => call(suggestAuctions, { query: { q, company }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

/** Longer than the time between two keystrokes. */
const DEBOUNCE_MS = 150;

/** The value, debounced, so that not every keystroke sends a request. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setRested, DEBOUNCE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** Pages that the search leads staff to. */
const PAGES: readonly { title: string; to: string; may: PermissionCheck }[] = [
  { title: 'Hem', to: paths.home, may: may.manageAuctions },
  { title: 'Auktioner', to: paths.auctions, may: may.manageAuctions },
  { title: 'Verkstäder', to: paths.serviceStations, may: may.administer },
  { title: 'Lägg till auktion', to: paths.newAuction, may: may.manageAuctions },
  { title: 'Avgör auktioner', to: paths.settle, may: may.manageAuctions },
  { title: 'Utlämningar', to: paths.handovers, may: may.manageAuctions },
  { title: 'Lägg till verkstad', to: paths.newServiceStation, may: may.administer },
  { title: 'Inställningar', to: paths.settings, may: may.administer },
  { title: 'Uppställningsplatser', to: paths.settingsStagingAreas, may: may.administer },
  { title: 'Personal', to: paths.settingsStaff, may: may.administer },
  { title: 'Säkerhetslogg', to: paths.settingsSecurity, may: may.administer },
];

/** Staff's pages with a word that begins with the text (LIST-11). */
function pagesFor(me: User, text: string): readonly { title: string; to: string }[] {
  const start = text.toLocaleLowerCase('sv');
  if (start.length < 2 || !may.manageAuctions(me)) return [];
  return PAGES.filter(
    (page) =>
      page.may(me) &&
      page.title
        .toLocaleLowerCase('sv')
        .split(' ')
        .some((word) => word.startsWith(start)),
  );
}
