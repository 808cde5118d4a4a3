import { IMAGE_VIEWS, type ImageView } from '@restvarde/contract/auctions/image-views';
import type { PhotoLinkFault } from '@restvarde/contract/auctions/photo-links';
import { ApiError } from '../../base/api/api-error.ts';
import { scalePicture } from '../../features/uploads/scale-picture.ts';
import { type FilePreview, startPreview } from '../../ui/files/file-preview.ts';
import { faultOfLink, type PhotoLink } from './photo-link.ts';

/** A phone's connection is shared by few uploads, so that the first picture arrives soon. */
const MAX_CONCURRENT = 2;

interface Photo {
  preview: FilePreview;
  view: ImageView | null;
  content: Promise<File>;
  upload_id: string | null;
}

/** The pictures that a phone has taken. Replaced at each change. */
export interface PhotoState {
  photos: readonly Photo[];
  /** Why the link has ended. Null while it is valid. */
  fault: string | null;
  /** The form has no room for more. */
  is_full: boolean;
}

/** Sends pictures by a link while the next ones are taken (FORM-17). Each is retried alone. */
export class PhotoQueue {
  readonly #link: PhotoLink;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Set<string>();
  #state: PhotoState = { photos: [], fault: null, is_full: false };
  #extra = 0;

  constructor(link: PhotoLink) {
    this.#link = link;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): PhotoState => this.#state;

  /** Sends a picture of a view, or of anything else. */
  readonly add = (file: File, view: ImageView | null): void => {
    // Cameras call every picture the same.
    const name = view === null ? `Bild ${++this.#extra}` : IMAGE_VIEWS[view];
    const preview: FilePreview = { ...startPreview(file), name, type: 'image' };
    const content = this.#read(preview, file);
    const photo: Photo = { preview, view, content, upload_id: null };
    this.#set({ photos: [...this.#state.photos, photo] });
    void content.then(() => this.retry(preview.id));
  };

  /** Sends a picture again, or for the first time. */
  readonly retry = (id: string): void => {
    this.#mark(id, { status: 'uploading', progress: 0 });
    this.#sendNext();
  };

  /** Stops for good, with the reason. What is not sent has failed. */
  readonly end = (fault: string): void => {
    const photos = this.#state.photos.map((photo) =>
      photo.preview.status === 'has-valid'
        ? photo
        : { ...photo, preview: { ...photo.preview, ...failed(fault) } },
    );
    this.#set({ photos, fault });
  };

  #set(part: Partial<PhotoState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  #alter(id: string, next: (photo: Photo) => Photo): void {
    const { photos } = this.#state;
    this.#set({ photos: photos.map((photo) => (photo.preview.id === id ? next(photo) : photo)) });
  }

  #mark(id: string, part: Partial<FilePreview>): void {
    this.#alter(id, (photo) => ({ ...photo, preview: { ...photo.preview, ...part } }));
  }

  /** Scales a picture down. The server judges one that the browser cannot read. */
  async #read({ id, name }: FilePreview, file: File): Promise<File> {
    const scaled = await scalePicture(file).catch(() => null);
    if (scaled !== null) this.#mark(id, { src: scaled.src });
    return new File([scaled?.file ?? file], `${name}.jpg`, { type: 'image/jpeg' });
  }

  #find(id: string): Photo | undefined {
    return this.#state.photos.find(({ preview }) => preview.id === id);
  }

  #sendNext(): void {
    if (this.#state.fault !== null) return;
    for (const { preview } of this.#state.photos) {
      if (this.#running.size >= MAX_CONCURRENT) return;
      if (preview.status === 'uploading' && !this.#running.has(preview.id)) {
        void this.#send(preview.id);
      }
    }
  }

  async #send(id: string): Promise<void> {
    const photo = this.#find(id);
    if (photo === undefined) return;
    this.#running.add(id);
    try {
      await this.#link.send(await photo.content, photo.view, {
        upload_id: photo.upload_id,
        signal: new AbortController().signal,
        onStart: (upload_id) => this.#alter(id, (one) => ({ ...one, upload_id })),
        onProgress: (progress) => this.#mark(id, { progress }),
        onWaiting: (is_waiting) => this.#mark(id, { is_waiting }),
      });
      this.#mark(id, { status: 'has-valid' });
    } catch (error) {
      const fault = faultOfLink(error);
      if (fault !== null) this.end(fault);
      else {
        if (isFull(error)) this.#set({ is_full: true });
        this.#mark(
          id,
          failed(error instanceof ApiError ? error.message : 'Bilden skickades inte.'),
        );
      }
    } finally {
      this.#running.delete(id);
      this.#sendNext();
    }
  }
}

const isFull = (error: unknown) =>
  error instanceof ApiError && error.code === ('full' satisfies PhotoLinkFault);

const failed = (error: string) => ({ status: 'failed', error }) as const;
