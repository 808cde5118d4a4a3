import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { Page } from '../../../base/frame/page.tsx';
import { paths } from '../../../base/urls/paths.ts';
import { readCompanySearch } from '../../../features/auctions/auction-search.ts';
import { meQuery } from '../../../features/users/queries.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import styles from './settings.module.css';

// For superusers only.
const CompanyChoice = lazy(() => import('../../../features/companies/company-choice.tsx'));

const TABS = [
  { title: 'Bolaget', to: paths.settings, may: may.administer },
  { title: 'Kategorier', to: paths.settingsCategories, may: may.administer },
  { title: 'Uppställningsplatser', to: paths.settingsStagingAreas, may: may.administer },
  { title: 'Personal', to: paths.settingsStaff, may: may.administer },
  { title: 'Inloggningstjänst', to: paths.settingsSignOn, may: may.administer },
  { title: 'Integrationer', to: paths.settingsIntegrations, may: may.administer },
  { title: 'Säkerhetslogg', to: paths.settingsSecurity, may: may.administer },
  { title: 'Så ser mejlen ut', to: paths.settingsEmails, may: may.administer },
  { title: 'Alla bolag', to: paths.settingsCompanies, may: may.switchCompany },
  { title: 'Mejl', to: paths.settingsMail, may: may.switchCompany },
] as const;

/** Scrolls the row of links, which is wider than a phone, to the current page. */
function showCurrent(nav: HTMLElement | null): void {
  const list = nav?.querySelector('ul');
  const current = list?.querySelector<HTMLElement>('[aria-current]');
  if (list && current) list.scrollLeft = current.offsetLeft - list.clientWidth / 2;
}

export interface SettingsFrameProps {
  title: string;
  /**
   * The label of the choice of no company, such as «Alla bolag». If undefined, a superuser must choose a company; if
   * null, the page has no choice of company.
   */
  noneLabel?: string | null;
  hasErrors?: boolean;
  /**
   * The parts of a long page, by the ids of their elements. The navigation lists them below the page's name; on narrow
   * screens they are in a folded list above the first part.
   */
  parts?: readonly { id: string; title: string }[];
  actions?: (company: string | undefined, me: User) => ReactNode;
  /** `company` is set for a superuser only; others use their own. */
  children: (company: string | undefined, me: User) => ReactNode;
}

/** Shows a part of the page, and moves focus to it. */
function goTo(id: string): void {
  const part = document.getElementById(id);
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'start' });
}

/** A page of the settings: navigation under the heading, and for a superuser the choice of company (DATA-1). */
export function SettingsFrame(props: SettingsFrameProps) {
  const { title, noneLabel, hasErrors, parts, actions, children } = props;
  const { pathname } = useLocation();
  const { data: me } = useQuery(meQuery);
  const search = readCompanySearch(useSearch({ strict: false }));
  if (me === undefined) return null;
  const company = me.is_superuser ? search.company : undefined;
  const mustChoose = me.is_superuser && company === undefined && noneLabel === undefined;
  const contents = parts !== undefined && !mustChoose && (
    <ul className={styles.parts}>
      {parts.map((part) => (
        <li key={part.id}>
          <button type="button" className={styles.part} onClick={() => goTo(part.id)}>
            {part.title}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <Page
      title={title}
      width="sided"
      hasErrors={hasErrors ?? false}
      actions={mustChoose ? undefined : actions?.(company, me)}
    >
      <div className={styles.columns}>
        <nav aria-label="Inställningar" ref={showCurrent} className={styles.menu}>
          <ul className={styles.tabs}>
            {TABS.filter((tab) => tab.may(me)).map((tab) => (
              <li key={tab.to}>
                <Link
                  to={tab.to}
                  search={company === undefined ? {} : { company }}
                  className={styles.tab}
                  activeOptions={{ exact: true, includeSearch: false }}
                >
                  {tab.title}
                </Link>
                {tab.to === pathname && contents}
              </li>
            ))}
          </ul>
        </nav>
        {contents && (
          <details className={styles.folded}>
            <summary>Innehåll</summary>
            {contents}
          </details>
        )}
        <div className={`stack gap-5 ${styles.content}`}>
          {me.is_superuser && noneLabel !== null && (
            <Suspense fallback={<Skeleton height="4.5rem" radius="var(--radius)" />}>
              <div className={styles.company}>
                <CompanyChoice company={company ?? null} noneLabel={noneLabel} keepsScroll />
              </div>
            </Suspense>
          )}
          {mustChoose ? (
            <p>Välj ett bolag för att se och ändra dess inställningar.</p>
          ) : (
            children(company, me)
          )}
        </div>
      </div>
    </Page>
  );
}
