import { STATE_LABEL } from '@restvarde/contract/auctions/auction-rules';
import type { Suggestion } from '@restvarde/contract/auctions/list-auctions';
import type { User } from '@restvarde/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { announce } from '../../../ui/announce.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import { Modal } from '../../../ui/modal/modal.tsx';
import { type Option, SearchCombobox } from './search-combobox.tsx';
import { suggestionsQuery } from './suggestions-query.ts';
import { useRested } from './use-rested.ts';

/** Enter waits this long for the results of the current text, then leads to the list. */
const PATIENCE_MS = 2_000;

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
  const wanted = written.trim();
  const [isSubmitted, setSubmitted] = useState(false);
  const rested = useRested(wanted);
  const q = isSubmitted ? wanted : rested;
  const { data, isPlaceholderData, isFetching, failureCount } = useQuery(
    suggestionsQuery(q, company),
  );
  const found = wanted === '' || q === '' ? [] : (data?.results ?? []);
  const isFresh = q === wanted && data !== undefined && !isPlaceholderData;

  const open = (to: string, search: { q?: string; company: string | undefined }) => {
    onDone();
    void navigate({ to, search });
  };
  const openAuction = ({ id }: Suggestion) => open(paths.auction(id), { company });
  const openList = () => open(paths.auctions, { q: wanted, company });

  // The results may belong to the beginning of the text: Enter waits for the current ones.
  const isComing = !isFresh && isFetching && failureCount === 0;
  const submit = useEffectEvent(() => {
    const [only] = found;
    // A complete number leads directly to its auction.
    if (isFresh && found.length === 1 && only) openAuction(only);
    else openList();
  });
  useEffect(() => {
    if (!isSubmitted) return;
    if (!isComing) return submit();
    const timer = setTimeout(() => submit(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isSubmitted, isComing]);

  const sayFound = useEffectEvent(() =>
    announce(
      found.length === 0
        ? `Inga träffar på «${wanted}»`
        : formatCount(found.length, 'förslag', 'förslag'),
      'suggestions',
    ),
  );
  useEffect(() => {
    if (isFresh && wanted !== '') return sayFound();
  }, [isFresh, wanted]);

  const options: Option[] = found.map((auction) => ({
    id: String(auction.id),
    name: `${auction.manufacturer} ${auction.model} ${auction.model_year ?? ''}`.trim(),
    facts: factsOf(auction),
    onChoose: () => openAuction(auction),
  }));
  if (wanted !== '') {
    const isNone = isFresh && found.length === 0;
    options.push({
      id: 'all',
      name: isNone ? `Inga träffar på «${wanted}»` : `Visa alla träffar på «${wanted}»`,
      onChoose: openList,
    });
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
      onSubmit={() => setSubmitted(wanted !== '')}
    />
  );
}

function factsOf(auction: Suggestion): string {
  const { registration_number, number, is_active, has_started } = auction;
  const state = is_active ? 'active' : has_started ? 'ended' : 'upcoming';
  return [registration_number, number, STATE_LABEL[state]].filter(Boolean).join(' · ');
}
