import { createCompany } from '@restvarde/contract/companies/create-company';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../base/api/call.ts';
import { FormDialog } from '../../base/forms/form-dialog.tsx';
import { TextInput } from '../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { paths } from '../../base/urls/paths.ts';
import { companiesQuery } from '../../features/companies/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Fetched } from './parts/fetched.tsx';
import styles from './parts/settings.module.css';
import { SettingsFrame } from './parts/settings-frame.tsx';
import { type CompanyDraft, companyDraft } from './staff-draft.ts';

/** All companies, for superusers, who create them with their first admin (DATA-1). */
export default function CompaniesPage() {
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(companiesQuery);
  return (
    <SettingsFrame
      title="Alla bolag"
      noneLabel={null}
      actions={() => (
        <Button
          variant="primary"
          icon={<Plus size={20} />}
          onPress={() => setAdding(true)}
          aria-haspopup="dialog"
        >
          Lägg till bolag
        </Button>
      )}
    >
      {() => (
        <>
          <Fetched query={query} waiting="Hämtar bolagen">
            {(companies) => (
              <ul className="stack surface" aria-label="Bolag">
                {companies.map(({ id, name, logo }) => (
                  <li key={id} className={styles.row}>
                    {logo !== null && (
                      <span className={`${styles.plate} ${styles.small}`}>
                        <img src={logo} alt="" />
                      </span>
                    )}
                    <p className={`${styles.about} ${styles.name}`}>
                      <Link to={paths.settings} search={{ company: String(id) }}>
                        {name}
                      </Link>
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </Fetched>
          {isAdding && <AddCompanyDialog onClose={() => setAdding(false)} />}
        </>
      )}
    </SettingsFrame>
  );
}

const EMPTY: CompanyDraft = { name: '', admin: { first_name: '', last_name: '', email: '' } };

function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const checked = useCheckedForm({
    initial: EMPTY,
    schema: companyDraft,
    async send(body) {
      const { id } = await call(createCompany, { body });
      void client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      showSuccess(
        `${body.name} är tillagt. Ett mejl för att välja lösenord är på väg till ${body.admin.email}.`,
      );
      onClose();
      // Continue with the company's settings.
      await navigate({ to: paths.settings, search: { company: String(id) } });
    },
  });
  const { control } = checked;
  return (
    <FormDialog title="Lägg till bolag" submitLabel="Lägg till" {...{ checked, onClose }}>
      <TextInput control={control} name="name" label="Bolagets namn" maxLength={120} />
      <h3>Första administratören</h3>
      <p className="quiet">Får ett mejl för att välja lösenord.</p>
      <TextInput control={control} name="admin.first_name" label="Förnamn" maxLength={60} />
      <TextInput control={control} name="admin.last_name" label="Efternamn" maxLength={60} />
      <TextInput
        control={control}
        name="admin.email"
        label="E-post"
        type="email"
        autoComplete="off"
        spellCheck="false"
      />
    </FormDialog>
  );
}
