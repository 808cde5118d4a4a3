import { useState } from 'react';
import { FileDrop } from '../src/ui/files/file-drop.tsx';
import { type FilePreview, readPreview, startPreview } from '../src/ui/files/file-preview.ts';
import { Grid, Specimen } from './specimen.tsx';

const LOGO = '/favicon.svg';

const ROWS: FilePreview[] = [
  { id: '1', name: 'fram.jpg', type: 'image', src: LOGO, status: 'has-valid', size: '3,4 MB' },
  { id: '2', name: 'bak.jpg', type: 'image', src: null, status: 'loading' },
  {
    id: '3',
    name: 'sida.jpg',
    type: 'image',
    src: LOGO,
    status: 'uploading',
    progress: 0.4,
    can_cancel: true,
  },
  {
    id: '4',
    name: 'fordonsbesiktningsprotokollsbilaga-med-mycket-langt-namn.jpg',
    type: 'image',
    src: LOGO,
    status: 'failed',
    error: 'Filen kunde inte skickas.',
  },
  { id: '5', name: 'Besiktning.pdf', type: 'doc', src: null, status: 'has-valid', size: '84 kB' },
];
const none = () => {};

export function Files() {
  const [files, setFiles] = useState<FilePreview[]>([]);

  function add(chosen: File[]) {
    for (const file of chosen) {
      const preview = startPreview(file);
      setFiles((before) => [...before, preview]);
      void readPreview(preview, file).then((read) =>
        setFiles((before) => before.map((one) => (one.id === read.id ? read : one))),
      );
    }
  }

  return (
    <Grid>
      <Specimen name="Går att använda">
        <FileDrop
          label="Bilder på objektet"
          hint="JPG eller PNG, högst 15 MB per bild. Den första blir huvudbild."
          accept={['image/jpeg', 'image/png']}
          files={files}
          firstLabel="Huvudbild"
          onAdd={add}
          onRemove={(id) => setFiles((before) => before.filter((one) => one.id !== id))}
          takesPaste
          onMove={(id, to) =>
            setFiles((before) => {
              const rest = before.filter((one) => one.id !== id);
              return rest.toSpliced(to, 0, ...before.filter((one) => one.id === id));
            })
          }
        />
      </Specimen>
      <Specimen name="Filer i alla lägen">
        <FileDrop
          label="Alla lägen"
          buttonLabel="Bifoga en fil till"
          files={ROWS}
          firstLabel="Huvudbild"
          onAdd={none}
          onRemove={none}
          onMove={none}
          onRetry={none}
          onCancel={none}
        />
      </Specimen>
      <Specimen name="Fel">
        <FileDrop
          label="Dokument om objektet"
          buttonLabel="Bifoga dokument"
          files={[]}
          onAdd={none}
          onRemove={none}
          error="”film.mov” är varken PDF, Word, Excel, ODT, JPG eller PNG."
        />
      </Specimen>
    </Grid>
  );
}
