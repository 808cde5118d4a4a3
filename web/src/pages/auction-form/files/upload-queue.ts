import { ApiError } from '../../../base/api/api-error.ts';
import type { FormFault } from '../../../base/forms/error-summary.tsx';
import { type FilePreview, startPreview } from '../../../ui/files/file-preview.ts';
import type { FileKind } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';
import { type FormFile, isAhead, moveFile, storedFile, storedIds } from './form-file.ts';
import { scalePicture } from './scale-picture.ts';
import type { UploadTarget } from './send-in-pieces.ts';

/** So many go out at a time: more only make each slower. */
const AT_ONCE = 3;

const BROKEN_OFF = 'Avbruten';

const isPending = ({ preview: { status } }: FormFile) =>
  status === 'loading' || status === 'uploading';

const reasonOf = (failure: unknown) =>
  failure instanceof ApiError ? failure.message : 'Filen kunde inte skickas.';

interface QueueState {
  files: readonly FormFile[];
  /** What is stored, and is to go when the form is saved. */
  removals: readonly FormFile[];
  /** The ids of what is stored, in their order there. */
  stored: readonly number[];
  /** Why something that was chosen is not among the files. */
  rejection: string | undefined;
  /** What went wrong when it was sent, but for single files, which have their own. */
  failure: string | undefined;
}

export interface UploadQueueOptions {
  kind: FileKind;
  /** What is there from the start. */
  stored?: readonly FilePreview[];
  /** Where files go as soon as they are chosen. */
  uploads: UploadTarget;
  /** What takes them there. */
  storeOf: (auction_id: number) => FileStore;
  /** Gets a file that was taken off the list, and how that is undone; returns what takes that offer away. */
  onRemove: (file: FormFile, undo: () => void) => () => void;
}

/**
 * The pictures or documents of a form, those that are stored and those that are added, in one order. New ones are
 * uploaded as soon as they are chosen, a few at a time, so that one that fails takes no other along (FORM-13). When
 * the form is saved, what was removed goes, what was uploaded is taken, and the order is sent (FORM-4, FORM-5). It
 * lives outside React: what is sent is what stands here when its turn comes.
 */
export class UploadQueue {
  readonly #kind: FileKind;
  readonly #target: UploadTarget;
  readonly #storeOf: UploadQueueOptions['storeOf'];
  readonly #onRemove: UploadQueueOptions['onRemove'];
  readonly #listeners = new Set<() => void>();
  readonly #uploads = new Map<string, AbortController>();
  #offers: (() => void)[] = [];
  #state: QueueState;

  constructor({ kind, stored = [], uploads, storeOf, onRemove }: UploadQueueOptions) {
    const files = stored.map(storedFile);
    this.#kind = kind;
    this.#target = uploads;
    this.#storeOf = storeOf;
    this.#onRemove = onRemove;
    this.#state = {
      files,
      removals: [],
      stored: storedIds(files),
      rejection: undefined,
      failure: undefined,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Another object with each change. */
  readonly get = (): object => this.#state;

  get files(): readonly FormFile[] {
    return this.#state.files;
  }

  /** For the list of files. */
  get error(): string | undefined {
    const { rejection, failure } = this.#state;
    return [rejection, failure].filter(Boolean).join(' ') || undefined;
  }

  /** What has to be mended before the form is done. What was rejected when it was chosen is no part of it. */
  get faults(): FormFault[] {
    const { section } = this.#kind;
    const failed = this.files.filter(({ preview }) => preview.status === 'failed');
    const faults = failed.map(({ preview: { id, name, error } }) => ({
      name: `${section}.${id}`,
      message: `${name}: ${error}`,
    }));
    const { failure } = this.#state;
    return failure === undefined ? faults : [...faults, { name: section, message: failure }];
  }

  /** Is there something that is not stored as it stands here? */
  get isAhead(): boolean {
    const { files, removals, stored } = this.#state;
    return isAhead({ files, removals, stored: this.#kind.hasOrder ? stored : null });
  }

  /** Takes what is fine of what was chosen, and uploads it. */
  readonly add = (chosen: readonly File[]): void => {
    const { most, errorOf, tooMany } = this.#kind;
    const room = Math.max(0, most - this.files.length);
    const fine = chosen.filter((file) => errorOf(file) === null);
    const reasons = chosen.flatMap((file) => errorOf(file) ?? []);
    if (fine.length > room) reasons.push(tooMany);
    const added = fine.slice(0, room).map((file): FormFile => {
      const preview = startPreview(file);
      return {
        preview,
        content: this.#read(preview, file),
        upload_id: null,
        is_uploaded: false,
        stored_id: null,
      };
    });
    this.#set({ files: [...this.files, ...added], rejection: reasons.join(' ') || undefined });
    for (const { preview, content } of added) void content?.then(() => this.retry(preview.id));
  };

  readonly remove = (id: string): void => {
    const removed = this.#find(id);
    if (removed === undefined) return;
    const index = this.files.indexOf(removed);
    const { removals } = this.#state;
    this.cancel(id);
    if (removed.upload_id !== null) this.#target.discard(removed.upload_id);
    const whole: FormFile = { ...removed, upload_id: null, is_uploaded: false };
    this.#set({
      files: this.files.filter((one) => one !== removed),
      removals: removed.stored_id === null ? removals : [...removals, removed],
    });
    const offer = this.#onRemove(removed, () => {
      this.#set({
        removals: this.#state.removals.filter((one) => one !== removed),
        files: this.files.toSpliced(index, 0, whole),
      });
      this.retry(id);
    });
    this.#offers.push(offer);
  };

  /** To a place in the list, the first is 0. */
  readonly move = (id: string, to: number): void => {
    this.#set({ files: moveFile(this.files, id, to) });
  };

  /** Breaks off what is being uploaded; it can go on from there. */
  readonly cancel = (id: string): void => {
    const isWaiting = this.#find(id)?.preview.status === 'uploading';
    const running = this.#uploads.get(id);
    if (running) running.abort();
    else if (isWaiting) this.#mark(id, { status: 'failed', error: BROKEN_OFF });
  };

  /** Uploads what is not, or what is left of it. */
  readonly retry = (id: string): void => {
    const file = this.#find(id);
    if (!file?.content || file.is_uploaded) return;
    this.#mark(id, { status: 'uploading', progress: file.preview.progress ?? 0, can_cancel: true });
    this.#uploadNext();
  };

  /** The ids of what has been uploaded and is not stored, in its order. */
  get uploaded(): string[] {
    return this.files.flatMap(({ is_uploaded, upload_id, stored_id }) =>
      is_uploaded && stored_id === null ? (upload_id ?? []) : [],
    );
  }

  /** How many are on their way. */
  get pending(): number {
    return this.files.filter(isPending).length;
  }

  /** Until nothing is on its way; says whether all came through. */
  async whenIdle(): Promise<boolean> {
    while (this.pending > 0) {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
    return this.files.every(({ preview }) => preview.status !== 'failed');
  }

  /** Uploads all once more: what came through is gone again. */
  uploadAgain(): void {
    for (const { preview, content, is_uploaded } of this.files) {
      if (content === null || !is_uploaded) continue;
      this.#alter(preview.id, (file) => ({ ...file, upload_id: null, is_uploaded: false }));
      this.retry(preview.id);
    }
  }

  /** Gives an auction what has been uploaded, and sends what was removed and moved. Says whether all is done. */
  async send(auction_id: number): Promise<boolean> {
    const store = this.#storeOf(auction_id);
    for (const takeAway of this.#offers.splice(0)) takeAway();
    this.#set({ failure: undefined, rejection: undefined });
    await this.#sendRemovals(store);
    await this.whenIdle();
    for (const { preview, is_uploaded } of this.files) {
      if (is_uploaded) await this.#take(store, preview.id);
    }
    await this.#sendOrder(store);
    return !this.isAhead;
  }

  #set(part: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  #find(id: string): FormFile | undefined {
    return this.files.find(({ preview }) => preview.id === id);
  }

  #alter(id: string, next: (file: FormFile) => FormFile): void {
    this.#set({ files: this.files.map((file) => (file.preview.id === id ? next(file) : file)) });
  }

  /** Reads a picture for its preview and its size; what a browser can't read is left to the server to judge. */
  async #read({ id, type }: FilePreview, file: File): Promise<File> {
    const reason = await this.#kind.contentErrorOf(file).catch(() => null);
    if (reason !== null) {
      const { rejection } = this.#state;
      this.#set({
        files: this.files.filter(({ preview }) => preview.id !== id),
        rejection: [rejection, reason].filter(Boolean).join(' '),
      });
      return file;
    }
    const scaled = await (type === 'image' ? scalePicture(file).catch(() => null) : null);
    this.#mark(id, { src: scaled?.src ?? null });
    return this.#kind.isScaled && scaled !== null ? scaled.file : file;
  }

  #mark(id: string, part: Partial<FilePreview>): void {
    this.#alter(id, (file) => ({ ...file, preview: { ...file.preview, ...part } }));
  }

  #uploadNext(): void {
    for (const { preview } of this.files) {
      if (this.#uploads.size >= AT_ONCE) return;
      if (preview.status === 'uploading' && !this.#uploads.has(preview.id)) {
        void this.#upload(preview.id);
      }
    }
  }

  async #upload(id: string): Promise<void> {
    const { content, upload_id } = this.#find(id) ?? {};
    if (!content || upload_id === undefined) return;
    const breaking = new AbortController();
    this.#uploads.set(id, breaking);
    try {
      await this.#target.send(await content, this.#kind.upload, {
        upload_id,
        signal: breaking.signal,
        onStart: (begun) => this.#alter(id, (file) => ({ ...file, upload_id: begun })),
        onProgress: (progress) => this.#mark(id, { progress }),
        onWaiting: (is_waiting) => this.#mark(id, { is_waiting }),
      });
      this.#alter(id, ({ preview, ...file }) => ({
        ...file,
        preview: { ...preview, status: 'has-valid' },
        is_uploaded: true,
      }));
    } catch (failure) {
      this.#mark(id, {
        status: 'failed',
        error: breaking.signal.aborted ? BROKEN_OFF : reasonOf(failure),
      });
    } finally {
      this.#uploads.delete(id);
      this.#uploadNext();
    }
  }

  async #take(store: FileStore, id: string): Promise<void> {
    const { upload_id, stored_id } = this.#find(id) ?? {};
    if (!upload_id || stored_id !== null) return;
    try {
      const taken = await store.add(upload_id);
      this.#alter(id, ({ preview }) => ({
        preview: { ...preview, status: 'has-valid', size: 'Sparad' },
        content: null,
        upload_id: null,
        is_uploaded: false,
        stored_id: taken,
      }));
      this.#set({ stored: [...this.#state.stored, taken] });
    } catch (failure) {
      // Should it be gone there, it is uploaded anew.
      const isRefused = failure instanceof ApiError && failure.status === 400;
      this.#alter(id, ({ preview, ...file }) => ({
        ...file,
        preview: { ...preview, status: 'failed', error: reasonOf(failure), progress: 0 },
        ...(isRefused && { upload_id: null }),
        is_uploaded: false,
      }));
    }
  }

  /** What could not go stands in the list again. */
  async #sendRemovals(store: FileStore): Promise<void> {
    for (const file of this.#state.removals) {
      const id = file.stored_id ?? 0;
      try {
        await store.remove(id);
      } catch (failure) {
        // Somebody else removed it: it is gone, which is what was wanted.
        if (!(failure instanceof ApiError && failure.status === 404)) {
          const why = failure instanceof ApiError ? ` ${failure.message}` : '';
          const text = `${file.preview.name} kunde inte tas bort.${why}`;
          this.#set({ files: [...this.files, file], failure: text });
          continue;
        }
      }
      this.#set({ stored: this.#state.stored.filter((one) => one !== id) });
    }
    this.#set({ removals: [] });
  }

  async #sendOrder(store: FileStore): Promise<void> {
    const ids = storedIds(this.files);
    if (!this.#kind.hasOrder || ids.join() === this.#state.stored.join()) return;
    try {
      await store.order(ids);
      this.#set({ stored: ids });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.#set({ failure: `Ordningen kunde inte sparas. ${failure.message}` });
    }
  }
}
