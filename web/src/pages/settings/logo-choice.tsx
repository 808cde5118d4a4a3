import { LOGO_MAX_BYTES } from '@restvarde/contract/companies/company-settings';
import { FORMAT_BYTES, PICTURE_FAULT, pictureFormat } from '@restvarde/contract/media';
import { lazy, Suspense, useState } from 'react';
import { useController } from 'react-hook-form';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { readPreview, startPreview } from '../../ui/files/file-preview.ts';
import styles from './parts/settings.module.css';
import type { FieldsProps, LogoChange } from './settings-draft.ts';

// The fields beside it need not wait for it.
const FileDrop = lazy(() =>
  import('../../ui/files/file-drop.tsx').then((module) => ({ default: module.FileDrop })),
);

const TYPES = ['image/jpeg', 'image/png'];

/** Shows and replaces the company's logo (SET-1). */
export function LogoChoice({ form, facts }: FieldsProps) {
  const { field } = useController({ control: form.control, name: 'logo' });
  const change: LogoChange = field.value;
  const onChange: (change: LogoChange) => void = field.onChange;
  const [error, setError] = useState<string>();
  const src = change.kind === 'new' ? change.src : change.kind === 'kept' ? facts.logo : null;

  async function choose([file]: File[]) {
    if (file === undefined) return;
    const format = pictureFormat(new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer()));
    if (format === 'heic') return setError(PICTURE_FAULT.heic);
    if (format === null) return setError(PICTURE_FAULT.format);
    if (file.size > LOGO_MAX_BYTES) return setError('Bilden får vara högst 2 MB.');
    try {
      const preview = await readPreview(startPreview(file), file);
      setError(undefined);
      onChange({ kind: 'new', file, src: preview.src ?? '' });
      announce(`${file.name} blir logotyp när du sparar`);
    } catch {
      setError('Filen kunde inte läsas.');
    }
  }

  return (
    <>
      {src !== null && (
        <div className="cluster gap-3">
          <span className={styles.plate}>
            <img src={src} alt={`Logotyp för ${facts.name}`} />
          </span>
          <Button
            variant="quiet"
            size="sm"
            onPress={() => onChange(change.kind === 'new' ? { kind: 'kept' } : { kind: 'removed' })}
          >
            {change.kind === 'new' ? 'Ångra ny logotyp' : 'Ta bort logotyp'}
          </Button>
        </div>
      )}
      <Suspense fallback={<Skeleton height="11rem" radius="var(--radius-lg)" />}>
        <FileDrop
          label="Logotyp"
          hint="JPG eller PNG, högst 2 MB. Den visas högst upp på sidan och på auktionerna."
          accept={TYPES}
          isMultiple={false}
          files={[]}
          onAdd={(files) => void choose(files)}
          onRemove={() => {}}
          error={error}
        />
      </Suspense>
    </>
  );
}
