import { allowedIn, IMAGES_LOCKED } from '@restvarde/contract/auctions/auction-locks';
import { IMAGE_VIEWS, VIEW_NAMES } from '@restvarde/contract/auctions/image-views';
import type { SalePhase } from '@restvarde/contract/sale/sale-phase';
import { EyeOff, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { missingViews } from '../../../features/auctions/pictures.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import { FileList } from '../../../ui/files/file-row.tsx';
import { FileChoice } from './file-choice.tsx';
import { PICTURES } from './file-kinds.ts';
import { fileActs, type UploadQueue } from './upload-queue.ts';

const MaskDialog = lazy(() => import('./mask-dialog.tsx'));
const PhoneCamera = lazy(() => import('./phone-camera.tsx'));

const VIEW_CHOICES = [
  { id: '', label: 'Välj vad bilden visar' },
  ...VIEW_NAMES.map((id) => ({ id, label: IMAGE_VIEWS[id] })),
];

const PICTURE_LABEL = 'Bilder på objektet';
/** The pictures of an auction's form, stored and new (FORM-4, FORM-5). */
export default function AuctionFormPictures(props: {
  pictures: UploadQueue;
  /** The phase of the sale (AUC-15). */
  phase: SalePhase;
}) {
  const { pictures, phase } = props;
  const [maskedId, setMaskedId] = useState<string | null>(null);
  /** How often the phone's code was asked for. */
  const [phoneCalls, setPhoneCalls] = useState(0);
  const masked = pictures.files.find(({ preview }) => preview.id === maskedId);
  const missing = missingViews(pictures.files.map(({ preview }) => preview.subject));
  return (
    <Card title="Bilder" id="bilder">
      {allowedIn(phase, 'images') === 'locked' ? (
        <>
          <p className="quiet">{IMAGES_LOCKED}</p>
          <FileList
            label={PICTURE_LABEL}
            look="tiles"
            files={pictures.files.map(({ preview }) => preview)}
            onRemove={pictures.remove}
            firstLabel="Huvudbild"
          />
        </>
      ) : (
        <FileDrop
          {...fileActs(pictures)}
          label={PICTURE_LABEL}
          hint="Välj, dra hit eller klistra in JPG eller PNG, högst 15 MB per bild. Den första blir huvudbild."
          takesPaste
          beside={
            <Button icon={<Smartphone size={20} />} onPress={() => setPhoneCalls(phoneCalls + 1)}>
              Fotografera med mobilen
            </Button>
          }
          accept={PICTURES.accept}
          onMove={pictures.move}
          firstLabel="Huvudbild"
          choiceOf={(file) => (
            <>
              <FileChoice
                label={`Vad ${file.name} visar`}
                choices={VIEW_CHOICES}
                value={file.subject ?? ''}
                onChange={(view) => pictures.describe(file.id, view)}
              />
              {file.type === 'image' && file.src !== null && (
                <Button
                  variant="quiet"
                  size="sm"
                  icon={<EyeOff size={20} />}
                  aria-label={`Maskera ${file.name}`}
                  onPress={() => setMaskedId(file.id)}
                >
                  Maskera
                </Button>
              )}
            </>
          )}
        />
      )}
      {phoneCalls > 0 && (
        <Suspense fallback={null}>
          <PhoneCamera pictures={pictures} calls={phoneCalls} />
        </Suspense>
      )}
      {masked !== undefined && (
        <Suspense fallback={null}>
          <MaskDialog
            name={masked.preview.name}
            isStored={masked.stored_id !== null}
            read={() => pictures.contentOf(masked.preview.id)}
            onMasked={(copy) => pictures.replace(masked.preview.id, copy)}
            onClose={() => setMaskedId(null)}
          />
        </Suspense>
      )}
      {pictures.files.length > 0 && missing !== '' && <p className="quiet">{missing}</p>}
    </Card>
  );
}
