import styles from './help-page.module.css';

const ADDRESSES = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 720 };

/** The size of each picture in pixels. `npm run help-pictures` updates the pictures. */
const SIZES = {
  list: DESK,
  bid: DESK,
  won: PHONE,
  home: DESK,
  form: DESK,
  decision: DESK,
  settings: DESK,
};

export type HelpPictureName = keyof typeof SIZES;

/** A screenshot of the product, loaded when it is scrolled to. */
export function HelpPicture({ name, alt }: { name: HelpPictureName; alt: string }) {
  const { width, height } = SIZES[name];
  const address = ADDRESSES[`./pictures/${name}.webp`];
  return (
    // On a phone it is too small to read; opened by itself it can be magnified.
    <a href={address} className={width < height ? styles.phone : undefined}>
      <img
        className={styles.picture}
        src={address}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
      />
    </a>
  );
}
