import type { FormFault } from '../../../base/forms/error-summary.tsx';
import { type FilePreview, startPreview } from '../../../ui/files/file-preview.ts';
import type { FileKind } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';
import { type FormFile, isAhead, moveFile } from './form-file.ts';
import { FormFiles } from './form-files.ts';
import { reasonOf, sendOrder, sendRemovals, takeUpload } from './save-form-files.ts';
import { scalePicture } from './scale-picture.ts';
import type { UploadTarget } from './send-in-pieces.ts';

/** Concurrent uploads; more would only slow each down. */
const MAX_CONCURRENT = 3;

const CANCELLED = 'Avbruten';

const isPending = ({ preview: { status } }: FormFile) =>
  status === 'loading' || status === 'uploading';

export interface UploadQueueOptions {
  kind: FileKind;
  /** The files stored when the form opens. */
  stored?: readonly FilePreview[];
  /** Receives files as soon as they are chosen. */
  uploads: UploadTarget;
  /** Returns the store of an auction's files. */
  storeOf: (auction_id: number) => FileStore;
  /**
   * Called with a removed file and a function that restores it. Returns a function that withdraws the offer to
   * restore.
   */
  onRemove: (file: FormFile, undo: () => void) => () => void;
}

/**
 * The pictures or documents of a form, stored and new, in one order. New files are uploaded when they are chosen, a
 * few at a time, so that one failure does not affect the others (FORM-13). Saving the form deletes removed files,
 * attaches uploads and sends the order (FORM-4, FORM-5), each as it is at that moment.
 */
export class UploadQueue {
  readonly #kind: FileKind;
  readonly #target: UploadTarget;
  readonly #storeOf: UploadQueueOptions['storeOf'];
  readonly #onRemove: UploadQueueOptions['onRemove'];
  readonly #form: FormFiles;
  readonly #uploads = new Map<string, AbortController>();
  #offers: (() => void)[] = [];

  constructor({ kind, stored = [], uploads, storeOf, onRemove }: UploadQueueOptions) {
    this.#kind = kind;
    this.#target = uploads;
    this.#storeOf = storeOf;
    this.#onRemove = onRemove;
    this.#form = new FormFiles(stored);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#form.subscribe(listener);

  /** Returns another object after each change. */
  readonly get = (): object => this.#form.state;

  get files(): readonly FormFile[] {
    return this.#form.state.files;
  }

  /** For the list of files. */
  get error(): string | undefined {
    const { rejection, failure } = this.#form.state;
    return [rejection, failure].filter(Boolean).join('\n') || undefined;
  }

  /** The errors that block saving. Files rejected when they were chosen are not included. */
  get faults(): FormFault[] {
    const { section } = this.#kind;
    const failed = this.files.filter(({ preview }) => preview.status === 'failed');
    const faults = failed.map(({ preview: { id, name, error } }) => ({
      name: `${section}.${id}`,
      message: `${name}: ${error}`,
    }));
    const { failure } = this.#form.state;
    return failure === undefined ? faults : [...faults, { name: section, message: failure }];
  }

  /** Whether anything differs from what is stored. */
  get isAhead(): boolean {
    const { files, removals, stored } = this.#form.state;
    return isAhead({ files, removals, stored: this.#kind.hasOrder ? stored : null });
  }

  /** Adds the valid files and uploads them. */
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
    this.#form.set({
      files: [...this.files, ...added],
      rejection: reasons.join('\n') || undefined,
    });
    for (const { preview, content } of added) void content?.then(() => this.retry(preview.id));
  };

  readonly remove = (id: string): void => {
    const removed = this.#form.find(id);
    if (removed === undefined) return;
    const index = this.files.indexOf(removed);
    const { removals } = this.#form.state;
    this.cancel(id);
    if (removed.upload_id !== null) this.#target.discard(removed.upload_id);
    const whole: FormFile = { ...removed, upload_id: null, is_uploaded: false };
    this.#form.set({
      files: this.files.filter(({ preview }) => preview.id !== id),
      removals: removed.stored_id === null ? removals : [...removals, removed],
    });
    const offer = this.#onRemove(removed, () => {
      this.#form.set({
        removals: this.#form.state.removals.filter((one) => one !== removed),
        files: this.files.toSpliced(index, 0, whole),
      });
      this.retry(id);
    });
    this.#offers.push(offer);
  };

  /** Moves a file to an index. */
  readonly move = (id: string, to: number): void => {
    this.#form.set({ files: moveFile(this.files, id, to) });
  };

  /** Pauses an upload, which can be resumed. */
  readonly cancel = (id: string): void => {
    const isWaiting = this.#form.find(id)?.preview.status === 'uploading';
    const running = this.#uploads.get(id);
    if (running) running.abort();
    else if (isWaiting) this.#form.mark(id, { status: 'failed', error: CANCELLED });
  };

  /** Stops all uploads when the form is closed. */
  readonly stop = (): void => {
    for (const { preview } of this.files) this.cancel(preview.id);
  };

  /** Starts or resumes an upload. */
  readonly retry = (id: string): void => {
    const file = this.#form.find(id);
    if (!file?.content || file.is_uploaded) return;
    this.#form.mark(id, {
      status: 'uploading',
      progress: file.preview.progress ?? 0,
      can_cancel: true,
    });
    this.#uploadNext();
  };

  /** The ids of completed uploads that are not stored, in order. */
  get uploaded(): string[] {
    return this.files.flatMap(({ is_uploaded, upload_id, stored_id }) =>
      is_uploaded && stored_id === null ? (upload_id ?? []) : [],
    );
  }

  /** The number of files being uploaded. */
  get pending(): number {
    return this.files.filter(isPending).length;
  }

  /** Waits for all uploads. Resolves to whether all succeeded. */
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

  /** Uploads everything again, since the server has dropped the uploads. */
  uploadAgain(): void {
    for (const { preview, content, is_uploaded } of this.files) {
      if (content === null || !is_uploaded) continue;
      this.#form.alter(preview.id, (file) => ({ ...file, upload_id: null, is_uploaded: false }));
      this.retry(preview.id);
    }
  }

  /** Attaches uploads to an auction, and sends removals and the order. Resolves to whether everything succeeded. */
  async send(auction_id: number): Promise<boolean> {
    const store = this.#storeOf(auction_id);
    for (const takeAway of this.#offers.splice(0)) takeAway();
    this.#form.set({ failure: undefined, rejection: undefined });
    await sendRemovals(this.#form, store);
    await this.whenIdle();
    for (const { preview, is_uploaded } of this.files) {
      if (is_uploaded) await takeUpload(this.#form, store, preview.id);
    }
    if (this.#kind.hasOrder) await sendOrder(this.#form, store);
    return !this.isAhead;
  }

  /** Reads a picture for its preview and scaling. The server judges files that the browser cannot read. */
  async #read({ id, type }: FilePreview, file: File): Promise<File> {
    const { isScaled, contentErrorOf } = this.#kind;
    const isRead = isScaled || type === 'image';
    const scaled = await (isRead ? scalePicture(file).catch(() => null) : null);
    const sent = isScaled && scaled !== null ? scaled.file : file;
    const reason = await contentErrorOf(sent).catch(() => null);
    if (reason !== null) {
      const { rejection } = this.#form.state;
      this.#form.set({
        files: this.files.filter(({ preview }) => preview.id !== id),
        rejection: [rejection, reason].filter(Boolean).join('\n'),
      });
      return file;
    }
    if (scaled !== null) this.#form.mark(id, { type: 'image', src: scaled.src });
    return sent;
  }

  #uploadNext(): void {
    for (const { preview } of this.files) {
      if (this.#uploads.size >= MAX_CONCURRENT) return;
      if (preview.status === 'uploading' && !this.#uploads.has(preview.id)) {
        void this.#upload(preview.id);
      }
    }
  }

  async #upload(id: string): Promise<void> {
    const { content, upload_id } = this.#form.find(id) ?? {};
    if (!content || upload_id === undefined) return;
    const breaking = new AbortController();
    this.#uploads.set(id, breaking);
    try {
      await this.#target.send(await content, this.#kind.upload, {
        upload_id,
        signal: breaking.signal,
        onStart: (begun) => this.#form.alter(id, (file) => ({ ...file, upload_id: begun })),
        onProgress: (progress) => this.#form.mark(id, { progress }),
        onWaiting: (is_waiting) => this.#form.mark(id, { is_waiting }),
      });
      this.#form.alter(id, ({ preview, ...file }) => ({
        ...file,
        preview: { ...preview, status: 'has-valid' },
        is_uploaded: true,
      }));
    } catch (failure) {
      this.#form.mark(id, {
        status: 'failed',
        error: breaking.signal.aborted ? CANCELLED : reasonOf(failure),
      });
    } finally {
      this.#uploads.delete(id);
      this.#uploadNext();
    }
  }
}
