import { Page } from '../../base/frame/page.tsx';
import { ReadingColumns } from '../../base/frame/reading-columns.tsx';
import { OperatorContact } from '../../features/companies/operator-contact.tsx';
import { administrator } from './administrator.tsx';
import { caseManager } from './case-manager.tsx';
import { everyone } from './everyone.tsx';
import type { Guide } from './guide.ts';
import styles from './help-page.module.css';
import { HelpPicture } from './help-picture.tsx';
import { workshop } from './workshop.tsx';

/** All of the help, in order. */
const GUIDES: readonly Guide[] = [everyone, workshop, caseManager, administrator];

/** The help, for each kind of user (SHELL-10). */
export default function HelpPage() {
  return (
    <Page title="Hjälp" width="text">
      <ReadingColumns contents={<Contents />}>
        {GUIDES.map(({ title, sections }) => (
          <section key={title} className={styles.guide}>
            <h2 className={styles.audience}>{title}</h2>
            {sections.map(({ id, title: heading, text, picture }) => (
              <section key={id} className={styles.section}>
                <h3 id={id}>{heading}</h3>
                <div className={styles.text}>{text}</div>
                {picture && <HelpPicture {...picture} />}
              </section>
            ))}
          </section>
        ))}
        <section className={styles.guide}>
          <h2 id="kontakt" className={styles.audience}>
            Kontakt
          </h2>
          <p>
            Frågor om ett objekt eller ett köp besvarar bolaget som säljer. Hur det nås står på
            auktionen och under ”Kontakta oss” när du är inloggad.
          </p>
          <OperatorContact />
        </section>
      </ReadingColumns>
    </Page>
  );
}

function Contents() {
  return (
    <ul>
      {GUIDES.map(({ title, sections }) => (
        <li key={title} className={styles.group}>
          <span>{title}</span>
          <ul>
            {sections.map(({ id, title: heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li className={styles.group}>
        <a href="#kontakt">Kontakt</a>
      </li>
    </ul>
  );
}
