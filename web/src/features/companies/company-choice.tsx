import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/select/select.tsx';
import { companiesQuery } from './queries.ts';

const NONE = 'none';

/** A superuser's choice of company, required before the page shows anything (ROLE-2). Ids are text. */
export default function CompanyChoice(props: {
  company: string | null;
  onChange: (company: string | null) => void;
  description?: string;
  /** The label of no company: «Alla bolag». If undefined, a company must be chosen. */
  noneLabel?: string;
}) {
  const { company, onChange, description, noneLabel } = props;
  const { data: companies = [] } = useQuery(companiesQuery);
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
