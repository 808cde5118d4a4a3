import { RotateCw } from 'lucide-react';
import { Button } from '../../ui/button/button.tsx';
import type { FilePreview } from '../../ui/files/file-preview.ts';
import { ProgressBar } from '../../ui/files/progress-bar.tsx';
import styles from './photo-guide.module.css';

/** The pictures taken with this phone, the newest first. */
export function PhotoList(props: {
  photos: readonly FilePreview[];
  /** Absent if nothing can be sent again. */
  onRetry?: ((id: string) => void) | undefined;
}) {
  const { photos, onRetry } = props;
  return (
    <ol className="stack gap-2" aria-label="Bilder från mobilen">
      {photos.toReversed().map((photo) => (
        <li key={photo.id} className={styles.photo}>
          <span className={styles.picture}>
            {photo.src !== null && <img src={photo.src} alt="" />}
          </span>
          <div>
            <p className={styles.name}>{photo.name}</p>
            <PhotoStatus {...photo} />
          </div>
          {photo.status === 'failed' && onRetry !== undefined && (
            <Button
              isSquare
              variant="quiet"
              aria-label={`Försök igen med ${photo.name}`}
              onPress={() => onRetry(photo.id)}
            >
              <RotateCw size={20} />
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

function PhotoStatus({ name, status, progress = 0, is_waiting, error }: FilePreview) {
  if (status === 'failed') {
    return (
      <p role="alert" className={styles.failed}>
        {error}
      </p>
    );
  }
  if (status === 'has-valid') return <p className="quiet">Skickad</p>;
  if (is_waiting) return <p className="quiet">Väntar på anslutning …</p>;
  return <ProgressBar name={name} value={progress} />;
}
