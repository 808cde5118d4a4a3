import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '../../features/companies/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import styles from './header.module.css';
import { LogoLink } from './logo-link.tsx';
import { MainMenu } from './main-menu.tsx';
import { PersonalMenu } from './personal-menu.tsx';

/** The header of somebody who has logged in: the company's logo, and menus once it is known who it is. */
export function SignedInBar() {
  const { data: me } = useQuery(meQuery);
  const { data: company } = useQuery({ ...companyQuery(), enabled: me?.is_superuser === false });
  return (
    <>
      <LogoLink>
        {company?.logo && <img src={company.logo} alt={company.name} className={styles.plate} />}
      </LogoLink>
      {me && <MainMenu me={me} tools={<PersonalMenu me={me} />} />}
    </>
  );
}
