import { CopyButton } from '../../ui/button/copy-button.tsx';
import styles from './recovery-codes.module.css';

/** The codes that log a user in without the app; the server returns them only once (SEC-5). */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p>
        Spara koderna där bara du kommer åt dem, och inte i telefonen. Varje kod kan användas en
        gång om du blir av med appen. De visas bara nu.
      </p>
      <ul className={styles.codes} aria-label="Återställningskoder">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className={`row quiet gap-2 ${styles.copy}`}>
        Kopiera koderna <CopyButton value={codes.join('\n')} of="koderna" />
      </p>
    </>
  );
}
