import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Select } from '../../ui/select/select.tsx';
import { companiesQuery } from './queries.ts';

const NONE = 'none';

/**
 * A superuser's choice of company, required before the page shows anything (ROLE-2). Ids are text. By default it is
 * the new search of the page's URL.
 */
export default function CompanyChoice(props: {
  company: string | null;
  onChange?: (company: string | null) => void;
  /** The page does not scroll to its top. */
  keepsScroll?: boolean;
  description?: string;
  /** The label of no company: «Alla bolag». If undefined, a company must be chosen. */
  noneLabel?: string | undefined;
}) {
  const { company, keepsScroll = false, description, noneLabel } = props;
  const { data: companies = [] } = useQuery(companiesQuery);
  const navigate = useNavigate();
  const chooseInUrl = (chosen: string | null) =>
    void navigate({
      to: '.',
      search: { company: chosen ?? undefined },
      replace: true,
      resetScroll: !keepsScroll,
    });
  const { onChange = chooseInUrl } = props;
  return (
    <Select
      label="Bolag"
      placeholder="Välj bolag"
      description={description}
      choices={[
        ...(noneLabel === undefined ? [] : [{ id: NONE, label: noneLabel }]),
        ...companies.map(({ id, name }) => ({ id: String(id), label: name })),
      ]}
      value={company ?? (noneLabel === undefined ? null : NONE)}
      onChange={(id) => onChange(id === NONE ? null : id)}
    />
  );
}
