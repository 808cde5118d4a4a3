import {
  IMAGE_VIEWS,
  type ImageView,
  VIEW_COUNT,
  VIEW_NAMES,
} from '@restvarde/contract/auctions/image-views';
import { PHOTO_LINK_FAULT } from '@restvarde/contract/auctions/photo-links';
import { useQuery } from '@tanstack/react-query';
import { Camera, Images } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { announce } from '../../ui/announce.ts';
import { Button, type ButtonProps } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatTime } from '../../ui/format/dates.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './photo-guide.module.css';
import { faultOfLink, openPhotoLink } from './photo-link.ts';
import { PhotoList } from './photo-list.tsx';
import { PhotoQueue } from './photo-queue.ts';

/** How often the link is read, so that its end is noticed even while no picture is sent. */
const POLL_MS = 10_000;

/** Leads the user through the views, one picture for each, and shows the progress of the uploads (FORM-17). */
export function PhotoGuide({ token }: { token: string }) {
  const [link] = useState(() => openPhotoLink(token));
  const [queue] = useState(() => new PhotoQueue(link));
  const { photos, fault, is_full } = useSyncExternalStore(queue.subscribe, queue.get, queue.get);
  const { data, error } = useQuery({
    queryKey: ['phone-photos', token],
    queryFn: ({ signal }) => link.read(signal),
    refetchInterval: fault === null && POLL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
  const linkFault = faultOfLink(error);
  useEffect(() => {
    if (linkFault !== null) queue.end(linkFault);
  }, [linkFault, queue]);
  /** The views that were sent before this page was opened. */
  const [earlier, setEarlier] = useState<readonly (ImageView | null)[] | null>(null);
  if (data !== undefined && earlier === null) setEarlier(data.views);

  const pending = photos.filter(
    ({ preview }) => preview.status === 'loading' || preview.status === 'uploading',
  ).length;
  const sent = photos.filter(({ preview }) => preview.status === 'has-valid').length;
  const before = earlier?.length ?? 0;
  const isSending = pending > 0;
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
  const all = sent + before;
  const status = isSending
    ? `${pending} av ${formatCount(photos.length, 'bild', 'bilder')} kvar`
    : all > 0
      ? `${formatCount(all, 'bild har', 'bilder har')} skickats`
      : '';

  useEffect(() => {
    if (!isSending && photos.length > 0) announce(status, 'photos');
  }, [isSending, photos.length, status]);

  const list = photos.length > 0 && (
    <PhotoList
      photos={photos.map(({ preview }) => preview)}
      onRetry={fault === null ? queue.retry : undefined}
    />
  );
  if (fault !== null) {
    return (
      <>
        <Notice tone="warn" isAlert title="Det går inte att skicka fler bilder">
          {fault}
        </Notice>
        {all > 0 && <p>{`${formatCount(all, 'bild', 'bilder')} kom fram till datorn.`}</p>}
        {list}
      </>
    );
  }
  if (earlier === null || data === undefined) {
    if (error !== null) {
      return (
        <Notice tone="danger" isAlert>
          {error.message}
        </Notice>
      );
    }
    return <Skeleton height="16rem" radius="var(--radius-lg)" />;
  }
  const taken = new Set([...earlier, ...photos.map(({ view }) => view)]);
  return (
    <>
      {is_full || data.left === 0 ? (
        <Notice tone="info" isStatus>
          {PHOTO_LINK_FAULT.full}
        </Notice>
      ) : (
        <Cameras taken={taken} onPhoto={queue.add} />
      )}
      <p className={styles.status}>{status}</p>
      {list}
      <p className="quiet">
        {`Bilderna syns direkt i formuläret på datorn. Länken gäller till ${formatTime(data.expires_at)}.`}
      </p>
    </>
  );
}

/** The button for the current view, and the button for other pictures. */
function Cameras(props: {
  taken: ReadonlySet<ImageView | null>;
  onPhoto: (file: File, view: ImageView | null) => void;
}) {
  return (
    <>
      <Shots {...props} />
      <PhotoButton
        icon={<Images size={20} />}
        onPhotos={(photos) => {
          for (const photo of photos) props.onPhoto(photo, null);
        }}
      >
        Fler bilder
      </PhotoButton>
    </>
  );
}

/** Asks for a picture of one view at a time. */
function Shots(props: {
  taken: ReadonlySet<ImageView | null>;
  onPhoto: (file: File, view: ImageView) => void;
}) {
  const { taken, onPhoto } = props;
  const nextFrom = (index: number) => {
    const next = VIEW_NAMES.findIndex((one, place) => place >= index && !taken.has(one));
    return next === -1 ? VIEW_COUNT : next;
  };
  const [at, setAt] = useState(() => nextFrom(0));
  const view = VIEW_NAMES[at];
  const missing = VIEW_NAMES.filter((one) => !taken.has(one));

  function go(index: number) {
    setAt(index);
    const next = VIEW_NAMES[index];
    announce(next === undefined ? 'Klart' : IMAGE_VIEWS[next], 'shot');
  }

  if (view === undefined) {
    return (
      <div className={`surface stack gap-3 ${styles.shot}`}>
        <h2>Klart</h2>
        <p>
          {missing.length === 0
            ? 'Alla vyer har en bild. Fortsätt på datorn.'
            : `Saknas: ${missing.map((one) => IMAGE_VIEWS[one]).join(', ')}.`}
        </p>
        {missing.length > 0 && (
          <Button size="lg" isWide onPress={() => go(nextFrom(0))}>
            Ta bilderna som saknas
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={`surface stack gap-3 ${styles.shot}`}>
      <p className="quiet tabular">{`Bild ${at + 1} av ${VIEW_COUNT}`}</p>
      <h2>{IMAGE_VIEWS[view]}</h2>
      <p className={styles.hint}>{VIEW_HINTS[view]}</p>
      <PhotoButton
        isCamera
        variant="primary"
        icon={<Camera size={20} />}
        aria-label={`Ta bild: ${IMAGE_VIEWS[view]}`}
        onPhotos={([photo]) => {
          if (photo !== undefined) onPhoto(photo, view);
          go(nextFrom(at + 1));
        }}
      >
        Ta bild
      </PhotoButton>
      <div className={styles.actions}>
        <Button variant="quiet" isDisabled={at === 0} onPress={() => go(at - 1)}>
          Tillbaka
        </Button>
        <Button variant="quiet" onPress={() => go(nextFrom(at + 1))}>
          Hoppa över
        </Button>
      </div>
    </div>
  );
}

/** How to take the picture of each view (DMG-6). */
const VIEW_HINTS: Record<ImageView, string> = {
  front_left: 'Stå snett framför, så att fronten och hela vänster sida syns.',
  front_right: 'Stå snett framför, så att fronten och hela höger sida syns.',
  rear_left: 'Stå snett bakom, så att hela vänster sida och bakpartiet syns.',
  rear_right: 'Stå snett bakom, så att hela höger sida och bakpartiet syns.',
  damage: 'Gå nära den största skadan. Ta fler bilder på slutet om det behövs.',
  vin: 'Så nära att numret går att läsa.',
  odometer: 'Slå på tändningen om det går, så att siffrorna syns.',
  engine_bay: 'Öppna motorhuven om det går och ta bilden rakt framifrån.',
  interior_front: 'Från förardörren, så att instrument och framsäten syns.',
  interior_rear: 'Från en bakdörr, så att hela baksätet syns.',
  underbody: 'Håll mobilen lågt vid sidan av fordonet.',
  keys: 'Lägg alla nycklar bredvid varandra.',
};

/** A button that opens the camera, or the phone's choice of pictures. */
function PhotoButton(
  props: Pick<ButtonProps, 'children' | 'variant' | 'aria-label'> & {
    icon: ReactElement;
    /** One picture of the camera. Otherwise the phone offers its pictures too, several at once. */
    isCamera?: boolean;
    onPhotos: (photos: File[]) => void;
  },
) {
  const { isCamera = false, onPhotos, ...look } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        multiple={!isCamera}
        {...(isCamera && { capture: 'environment' })}
        onChange={({ target }) => {
          const photos = [...(target.files ?? [])];
          // The same picture can be chosen again.
          target.value = '';
          if (photos.length > 0) onPhotos(photos);
        }}
      />
      <Button size="lg" isWide {...look} onPress={() => input.current?.click()} />
    </>
  );
}
