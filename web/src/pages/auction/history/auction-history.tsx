import type { Auction } from '@restvarde/contract/auctions/auction';
import { getHistory, type HistoryEntry } from '@restvarde/contract/auctions/history';
import { getProofJson, getProofPdf } from '@restvarde/contract/auctions/proof';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { download } from '../../../base/api/download.ts';
import { QueryError } from '../../../base/frame/query-error.tsx';
import { auctionQuery } from '../../../features/auctions/auction-query.ts';
import { categoriesQuery } from '../../../features/categories/queries.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { formatDateTime } from '../../../ui/format/dates.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import styles from './auction-history.module.css';
import { describeEntry } from './history-words.ts';

const PART_ID = 'auction-history';

/** «Historik»: what was done to an auction, by whom and when; fetched when opened (AUC-16). */
export function AuctionHistory({ auction }: { auction: Auction }) {
  const [isOpen, setOpen] = useState(false);
  const hasEnded = auction.has_started && !auction.is_active;
  return (
    <Card title="Historik">
      <div className={styles.toggle}>
        <Button
          size="sm"
          icon={<ChevronDown size={18} className={isOpen ? styles.up : undefined} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? PART_ID : undefined}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Dölj historik' : 'Visa historik'}
        </Button>
        {hasEnded && <ProofButtons id={auction.id} />}
      </div>
      {isOpen && (
        <div id={PART_ID}>
          <Entries auction={auction} />
        </div>
      )}
    </Card>
  );
}

function Entries({ auction }: { auction: Auction }) {
  const query = useQuery({
    // Below the auction's key, so that invalidating the auction refetches its history.
    queryKey: [...auctionQuery(auction.id).queryKey, 'history'],
    queryFn: ({ signal }) => call(getHistory, { params: { id: auction.id }, signal }),
    staleTime: 0,
  });
  const { data } = query;
  const { data: offered = [] } = useQuery(categoriesQuery());
  if (data !== undefined) {
    if (data.length === 0) return <p className={styles.nothing}>Inget är ändrat än.</p>;
    const categories = [...auction.categories, ...offered];
    return (
      <ol className="stack">
        {data.toReversed().map((entry) => (
          <Entry key={entry.id} entry={entry} categories={categories} />
        ))}
      </ol>
    );
  }
  if (query.isError) {
    return <QueryError query={query} />;
  }
  return (
    <div aria-busy="true" className="stack">
      <p className="visually-hidden">Hämtar historiken …</p>
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
    </div>
  );
}

function Entry(props: { entry: HistoryEntry; categories: Auction['categories'] }) {
  const { entry, categories } = props;
  const { who, what, changes, reason } = describeEntry(entry, categories);
  return (
    <li className={styles.entry}>
      <p>{unbroken(entry.user === null ? what : `${who} ${what}`)}</p>
      {reason !== null && <p>{`”${reason}”`}</p>}
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map(({ field, from, to }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                från <span className={styles.from}>{unbroken(from)}</span> till{' '}
                <span className={styles.to}>{unbroken(to)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="quiet tabular">
        {entry.user === null && <span>{'Automatiskt, '}</span>}
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </p>
    </li>
  );
}

const KINDS = [
  { endpoint: getProofPdf, label: 'Underlag (PDF)' },
  { endpoint: getProofJson, label: 'Underlag (JSON)' },
] as const;

/** «Underlag» of an ended auction: what happened, to file with the claim (PROOF-1). */
function ProofButtons({ id }: { id: number }) {
  return KINDS.map(({ endpoint, label }) => (
    <ProofButton key={label} id={id} endpoint={endpoint} label={label} />
  ));
}

interface ProofButtonProps {
  id: number;
  endpoint: (typeof KINDS)[number]['endpoint'];
  label: string;
}

function ProofButton(props: ProofButtonProps) {
  const { id, endpoint, label } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(endpoint, {}, { id }),
    onError: ({ message }) => showToast({ tone: 'danger', text: message }),
  });
  return (
    <Button size="sm" icon={<Download size={18} />} onPress={() => mutate()} isPending={isPending}>
      {label}
    </Button>
  );
}
