import { FileUp } from 'lucide-react';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';
import type { FormFiles } from './use-form-files.ts';
import type { StoredFiles } from './use-stored-files.ts';

export interface AuctionFormFilesProps {
  pictures: FormFiles;
  documents: FormFiles;
  /** What an auction that is changed has already. */
  stored?: { pictures: StoredFiles; documents: StoredFiles };
  /** Is the first new picture to be the main one, before those that are stored? */
  isNewCover?: boolean;
  onNewCover?: (is_new: boolean) => void;
}

/** The pictures and documents of an auction's form: what it has, and what is added (FORM-4, FORM-5). */
export default function AuctionFormFiles(props: AuctionFormFilesProps) {
  const { pictures, documents, stored, isNewCover = false, onNewCover } = props;
  const kept = stored?.pictures.files ?? [];
  const added = pictures.files.map(({ preview }) => preview);
  const firsts = isNewCover ? added.slice(0, 1) : [];
  return (
    <>
      <Card title="Bilder">
        <FileDrop
          label="Bilder på fordonet"
          hint="JPG eller PNG, högst 15 MB per bild. Den första är omslag."
          accept={PICTURES.accept}
          files={[...firsts, ...kept, ...added.slice(firsts.length)]}
          onAdd={pictures.add}
          onRemove={(id) => removeFrom(id, pictures, stored?.pictures)}
          {...(stored === undefined && { onMove: pictures.move })}
          firstLabel="Omslag"
          error={pictures.error}
        />
        {kept.length > 0 && added.length > 0 && (
          <Checkbox isSelected={isNewCover} onChange={(is_new) => onNewCover?.(is_new)}>
            Använd den första nya bilden som omslag
          </Checkbox>
        )}
      </Card>
      <Card title="Dokument">
        <FileDrop
          label="Dokument om fordonet"
          buttonLabel="Bifoga dokument"
          hint="PDF, Word, Excel, ODT, JPG eller PNG, högst 25 MB per fil."
          icon={<FileUp aria-hidden="true" size={28} strokeWidth={1.5} />}
          accept={DOCUMENTS.accept}
          files={[
            ...(stored?.documents.files ?? []),
            ...documents.files.map(({ preview }) => preview),
          ]}
          onAdd={documents.add}
          onRemove={(id) => removeFrom(id, documents, stored?.documents)}
          error={documents.error}
        />
      </Card>
    </>
  );
}

function removeFrom(id: string, added: FormFiles, stored: StoredFiles | undefined) {
  if (added.files.some(({ preview }) => preview.id === id)) added.remove(id);
  else stored?.remove(id);
}
