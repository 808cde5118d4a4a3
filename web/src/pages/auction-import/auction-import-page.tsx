import {
  getImportTemplate,
  IMPORT_MAX_ROWS,
  type ImportResult,
  importAuctions,
} from '@restvarde/contract/feed/import-auctions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { download } from '../../base/api/download.ts';
import { upload } from '../../base/api/upload.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { readCompanySearch } from '../../features/auctions/auction-search.ts';
import CompanyChoice from '../../features/companies/company-choice.tsx';
import { meQuery } from '../../features/users/queries.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { type FilePreview, startPreview } from '../../ui/files/file-preview.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './import.module.css';
import { isImportResult, namedFaults, type RowFaults } from './import-faults.ts';

const TITLE = 'Läs in från fil';

/** Creates auctions from a CSV (FEED-7). A superuser first chooses the company (ROLE-2). */
export default function AuctionImportPage() {
  const { company } = readCompanySearch(useSearch({ strict: false }));
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  return (
    <Page
      title={TITLE}
      width="form"
      above={<Breadcrumb items={[{ title: 'Auktioner', href: paths.auctions }]} current={TITLE} />}
    >
      {me.is_superuser && (
        <Card>
          <CompanyChoice
            company={company ?? null}
            description="Auktionerna får bolagets nummer och budregler."
          />
        </Card>
      )}
      {(!me.is_superuser || company !== undefined) && (
        <FileImport key={company ?? ''} company={me.is_superuser ? company : undefined} />
      )}
    </Page>
  );
}

/** A chosen file with the result of its dry run. */
interface Chosen {
  file: File;
  preview: FilePreview;
}

function FileImport({ company }: { company: string | undefined }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const client = useQueryClient();
  const send = (file: File, dry_run: '0' | '1') => {
    const body = new FormData();
    body.append('file', file);
    return upload(importAuctions, { query: { company, dry_run }, body });
  };
  const check = useMutation({
    mutationFn: (file: File) => send(file, '1'),
    onSuccess: ({ rows }) => {
      const faulty = rows.filter(({ errors }) => Object.keys(errors).length > 0).length;
      announce(
        faulty === 0
          ? `Filen är rätt. ${formatCount(rows.length, 'objekt', 'objekt')} kan läsas in.`
          : `${formatCount(faulty, 'rad', 'rader')} har fel.`,
      );
    },
  });
  const save = useMutation({
    mutationFn: (file: File) => send(file, '0'),
    onSuccess: () => client.invalidateQueries(),
  });
  const choose = ([file]: File[]) => {
    if (file === undefined || save.isPending) return;
    setChosen({ file, preview: { ...startPreview(file), status: 'has-valid' } });
    save.reset();
    check.mutate(file);
  };
  const clear = () => {
    setChosen(null);
    check.reset();
    save.reset();
  };

  if (save.data) return <Imported result={save.data} company={company} onMore={clear} />;
  const result = foundIn(save.error) ?? check.data;
  const fault = save.error ?? check.error;
  return (
    <>
      <Card title="Fil">
        <p>
          Varje rad blir en auktion. Om någon rad har fel sparas inget. Objekten får inga bilder:
          lägg till dem på varje auktion efteråt.
        </p>
        <TemplateButton />
        <FileDrop
          label="CSV-fil"
          hint={`Högst ${IMPORT_MAX_ROWS} rader och 2 MB.`}
          buttonLabel="Välj fil"
          icon={<FileSpreadsheet size={28} strokeWidth={1.5} />}
          accept={['.csv', 'text/csv']}
          isMultiple={false}
          files={chosen ? [chosen.preview] : []}
          onAdd={choose}
          onRemove={clear}
          error={fault && !foundIn(fault) ? fault.message : undefined}
        />
        {check.isPending && (
          <p role="status" className="quiet">
            Kontrollerar filen …
          </p>
        )}
      </Card>
      {result && <Found result={result} />}
      {chosen && result && namedFaults(result).length === 0 && (
        <div className={styles.act}>
          <Button
            variant="primary"
            onPress={() => save.mutate(chosen.file)}
            isPending={save.isPending}
            pendingLabel="Läser in …"
          >
            {`Läs in ${result.rows.length} objekt`}
          </Button>
        </div>
      )}
    </>
  );
}

function TemplateButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(getImportTemplate),
    onError: (error) =>
      showToast({ tone: 'danger', text: `Mallen kunde inte hämtas. ${error.message}` }),
  });
  return (
    <div>
      <Button
        size="sm"
        icon={<Download size={18} />}
        onPress={() => mutate()}
        isPending={isPending}
        pendingLabel="Hämtar …"
      >
        Hämta mall
      </Button>
    </div>
  );
}

/** The rows of a refusal; null for any other error. */
function foundIn(error: Error | null): ImportResult | null {
  return error instanceof ApiError && isImportResult(error.body) ? error.body : null;
}

function Found({ result }: { result: ImportResult }) {
  const { rows, unknown_columns: unknown } = result;
  const faults = namedFaults(result);
  return (
    <>
      {unknown.length > 0 && (
        <Notice tone="warn" title="Kolumner som inte läses in">
          {unknown.join(', ')}
        </Notice>
      )}
      {faults.length > 0 ? (
        <ImportFaults faults={faults} total={rows.length} />
      ) : (
        <Notice tone="success">
          {`Filen är rätt. ${formatCount(rows.length, 'rad', 'rader')} är kontrollerade.`}
        </Notice>
      )}
    </>
  );
}

function Imported(props: {
  result: ImportResult;
  company: string | undefined;
  onMore: () => void;
}) {
  const { result, company, onMore } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const [first, last] = [result.rows[0]?.number, result.rows.at(-1)?.number];
  return (
    <>
      <Notice tone="success" title={`${result.created} objekt är inlästa`} ref={place}>
        {first === last ? `Nummer ${first}.` : `Nummer ${first} till ${last}.`}
      </Notice>
      <div className={styles.act}>
        <Button onPress={onMore}>Läs in en fil till</Button>
        <Link to={paths.auctions} search={{ company }}>
          Visa auktionerna
        </Link>
      </div>
    </>
  );
}

/** The list of faults by line of the file (FEED-7). */
function ImportFaults({ faults, total }: { faults: RowFaults[]; total: number }) {
  return (
    <>
      <Notice
        tone="danger"
        title={`${faults.length} av ${formatCount(total, 'rad', 'rader')} har fel`}
      >
        Inget är sparat. Rätta filen och välj den igen.
      </Notice>
      <Card title="Fel i filen">
        <ol className={styles.lines}>
          {faults.map(({ line, messages }) => (
            <li key={line} className={styles.line}>
              <span className={styles.number}>{`Rad ${line}`}</span>
              <ul className={styles.messages}>
                {messages.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
