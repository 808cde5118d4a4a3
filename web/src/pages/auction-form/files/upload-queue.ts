import { ApiError } from '../../../base/api/api-error.ts';
import type { FormFault } from '../../../base/forms/error-summary.tsx';
import { type FilePreview, startPreview } from '../../../ui/files/file-preview.ts';
import type { FileKind } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';
import { eachOf, type FormFile, isAhead, moveFile, storedFile, storedIds } from './form-file.ts';
import { scalePicture } from './scale-picture.ts';

/** So many go out at a time: more only make each slower. */
const AT_ONCE = 3;

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
  /** Where the files of an auction are sent. */
  storeOf: (auction_id: number) => FileStore;
  /** Gets a file that was taken off the list, and how that is undone; returns what takes that offer away. */
  onRemove: (file: FormFile, undo: () => void) => () => void;
}

/**
 * The pictures or documents of a form, those that are stored and those that are added, in one order. New ones are
 * sent one by one, so that one that fails takes no other along; what is removed goes, and the order is sent, with
 * them (FORM-4, FORM-5). It lives outside React: what is sent is what stands here when its turn comes.
 */
export class UploadQueue {
  readonly #kind: FileKind;
  readonly #storeOf: UploadQueueOptions['storeOf'];
  readonly #onRemove: UploadQueueOptions['onRemove'];
  readonly #listeners = new Set<() => void>();
  readonly #uploads = new Map<string, AbortController>();
  #offers: (() => void)[] = [];
  #state: QueueState;

  constructor({ kind, stored = [], storeOf, onRemove }: UploadQueueOptions) {
    const files = stored.map(storedFile);
    this.#kind = kind;
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

  /** Takes what is fine of what was chosen; returns the ids of those. */
  readonly add = (chosen: readonly File[]): string[] => {
    const { most, errorOf, tooMany } = this.#kind;
    const room = Math.max(0, most - this.files.length);
    const fine = chosen.filter((file) => errorOf(file) === null);
    const reasons = chosen.flatMap((file) => errorOf(file) ?? []);
    if (fine.length > room) reasons.push(tooMany);
    const added = fine.slice(0, room).map((file): FormFile => {
      const preview = startPreview(file);
      return { preview, content: this.#read(preview, file), stored_id: null };
    });
    this.#set({ files: [...this.files, ...added], rejection: reasons.join(' ') || undefined });
    return added.map(({ preview }) => preview.id);
  };

  readonly remove = (id: string): void => {
    const removed = this.#find(id);
    if (removed === undefined) return;
    const index = this.files.indexOf(removed);
    const { removals } = this.#state;
    this.#set({
      files: this.files.filter((one) => one !== removed),
      removals: removed.stored_id === null ? removals : [...removals, removed],
    });
    const offer = this.#onRemove(removed, () =>
      this.#set({
        removals: this.#state.removals.filter((one) => one !== removed),
        files: this.files.toSpliced(index, 0, removed),
      }),
    );
    this.#offers.push(offer);
  };

  /** To a place in the list, the first is 0. */
  readonly move = (id: string, to: number): void => {
    this.#set({ files: moveFile(this.files, id, to) });
  };

  /** Breaks off what is being sent; it can be sent again. */
  readonly cancel = (id: string): void => this.#uploads.get(id)?.abort();

  /** Shows a file otherwise. */
  mark(id: string, part: Partial<FilePreview>): void {
    this.#alter(id, (file) => ({ ...file, preview: { ...file.preview, ...part } }));
  }

  /** It is stored, by this id. */
  markStored(id: string, stored_id: number): void {
    this.#alter(id, ({ preview }) => ({
      preview: { ...preview, status: 'has-valid', size: 'Sparad' },
      content: null,
      stored_id,
    }));
    this.#set({ stored: [...this.#state.stored, stored_id] });
  }

  /** Until all that was chosen has been judged by its content. */
  async ready(): Promise<void> {
    await Promise.all(this.files.map(({ content }) => content));
  }

  /** Sends what is new, or what of it is named, and what was removed and moved. Says whether all is done. */
  async send(auction_id: number, chosen?: readonly string[]): Promise<boolean> {
    const store = this.#storeOf(auction_id);
    for (const takeAway of this.#offers.splice(0)) takeAway();
    this.#set({ failure: undefined, rejection: undefined });
    await this.#sendRemovals(store);
    await this.ready();
    const ids = chosen ?? this.files.map(({ preview }) => preview.id);
    await eachOf(ids, AT_ONCE, (id) => this.#sendOne(store, id));
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
    // Which may be on its way already.
    const isLoading = this.#find(id)?.preview.status === 'loading';
    this.mark(id, { src: scaled?.src ?? null, ...(isLoading && { status: 'has-valid' }) });
    return this.#kind.isScaled && scaled !== null ? scaled.file : file;
  }

  async #sendOne(store: FileStore, id: string): Promise<void> {
    const { content, preview } = this.#find(id) ?? {};
    if (!content || preview?.status === 'uploading') return;
    const breaking = new AbortController();
    this.#uploads.set(id, breaking);
    this.mark(id, { status: 'uploading', progress: 0, can_cancel: true });
    try {
      const stored_id = await store.add(await content, {
        signal: breaking.signal,
        onProgress: (progress) => this.mark(id, { progress }),
      });
      this.markStored(id, stored_id);
    } catch (failure) {
      const why = failure instanceof ApiError ? failure.message : 'Filen kunde inte skickas.';
      this.mark(id, { status: 'failed', error: breaking.signal.aborted ? 'Avbruten' : why });
    } finally {
      this.#uploads.delete(id);
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
