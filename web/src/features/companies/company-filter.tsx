import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/select/select.tsx';
import { companiesQuery } from './queries.ts';

const ALL = 'all';

/** Ids are text, as in the URL; null for all. */
export interface CompanyFilterProps {
  company: string | null;
  onChange: (company: string | null) => void;
}

/** One company or all, for a superuser (LIST-1, ROLE-12). */
export default function CompanyFilter(props: CompanyFilterProps) {
  const { data: companies = [] } = useQuery(companiesQuery);
  return (
    <Select
      label="Bolag"
      choices={[
        { id: ALL, label: 'Alla bolag' },
        ...companies.map(({ id, name }) => ({ id: String(id), label: name })),
      ]}
      value={props.company ?? ALL}
      onChange={(id) => props.onChange(id === ALL ? null : id)}
    />
  );
}
