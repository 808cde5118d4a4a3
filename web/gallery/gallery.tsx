import { type ReactNode, StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import '../src/ui/styles/base.css';
import ToastRegion from '../src/ui/feedback/toast-region.tsx';
import { Buttons } from './buttons.tsx';
import { Choices } from './choices.tsx';
import { Dates } from './dates.tsx';
import { Files } from './files.tsx';
import { Form } from './form.tsx';
import styles from './gallery.module.css';
import { Overlays } from './overlays.tsx';
import { States } from './states.tsx';
import { Tables } from './tables.tsx';
import { Texts } from './texts.tsx';
import { Values } from './values.tsx';

const PARTS: Record<string, () => ReactNode> = {
  Knappar: Buttons,
  Textfält: Texts,
  Val: Choices,
  'Datum och tid': Dates,
  Filer: Files,
  'Över sidan': Overlays,
  Värden: Values,
  Tabeller: Tables,
  Lägen: States,
  Formulär: Form,
};

/**
 * Every widget in every state, for developers: `gallery.html` of `npm run dev`, or one section with `?del=Knappar`.
 * Not part of the production build.
 */
function Gallery() {
  const asked = new URLSearchParams(location.search).get('del') ?? '';
  const parts = Object.entries(PARTS).filter(([name]) => !(asked in PARTS) || name === asked);
  return (
    <div className={styles.page}>
      <header>
        <h1>Galleri</h1>
        <nav aria-label="Delar" className={styles.parts}>
          <a href="?">Alla</a>
          {Object.keys(PARTS).map((name) => (
            <a key={name} href={`?del=${name}`}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main className="stack gap-7">
        {parts.map(([name, Part]) => (
          <section key={name} aria-label={name} className="stack gap-4">
            <h2>{name}</h2>
            <Part />
          </section>
        ))}
      </main>
      <ToastRegion />
      <div
        id="announce-polite"
        role="status"
        className="visually-hidden"
        data-live-announcer="true"
      />
      <div
        id="announce-assertive"
        role="alert"
        className="visually-hidden"
        data-live-announcer="true"
      />
    </div>
  );
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <I18nProvider locale="sv-SE">
      <Gallery />
    </I18nProvider>
  </StrictMode>,
);
