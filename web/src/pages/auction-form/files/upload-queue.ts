import type { FormFault } from '../../../base/forms/error-summary.tsx';
import { type FilePreview, startPreview } from '../../../ui/files/file-preview.ts';
import type { FileKind } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';
import { type FormFile, isAhead, moveFile } from './form-file.ts';
import { FormFiles } from './form-files.ts';
import { reasonOf, sendOrder, sendRemovals, takeUpload } from './save-form-files.ts';
import { scalePicture } from './scale-picture.ts';
import type { UploadTarget } from './send-in-pieces.ts';

/** So many go out at a time: more only make each slower. */
const AT_ONCE = 3;

const BROKEN_OFF = 'Avbruten';

const isPending = ({ preview: { status } }: FormFile) =>
  status === 'loading' || status === 'uploading';

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
 * the form is saved, what was removed goes, what was uploaded is taken, and the order is sent (FORM-4, FORM-5). What
 * is sent is what stands here when its turn comes.
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

  /** Another object with each change. */
  readonly get = (): object => this.#form.state;

  get files(): readonly FormFile[] {
    return this.#form.state.files;
  }

  /** For the list of files. */
  get error(): string | undefined {
    const { rejection, failure } = this.#form.state;
    return [rejection, failure].filter(Boolean).join('\n') || undefined;
  }

  /** What has to be mended before the form is done. What was rejected when it was chosen is no part of it. */
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

  /** Is there something that is not stored as it stands here? */
  get isAhead(): boolean {
    const { files, removals, stored } = this.#form.state;
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

  /** To a place in the list, the first is 0. */
  readonly move = (id: string, to: number): void => {
    this.#form.set({ files: moveFile(this.files, id, to) });
  };

  /** Breaks off what is being uploaded; it can go on from there. */
  readonly cancel = (id: string): void => {
    const isWaiting = this.#form.find(id)?.preview.status === 'uploading';
    const running = this.#uploads.get(id);
    if (running) running.abort();
    else if (isWaiting) this.#form.mark(id, { status: 'failed', error: BROKEN_OFF });
  };

  /** The form is left: nothing more is uploaded. */
  readonly stop = (): void => {
    for (const { preview } of this.files) this.cancel(preview.id);
  };

  /** Uploads what is not, or what is left of it. */
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
      this.#form.alter(preview.id, (file) => ({ ...file, upload_id: null, is_uploaded: false }));
      this.retry(preview.id);
    }
  }

  /** Gives an auction what has been uploaded, and sends what was removed and moved. Says whether all is done. */
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

  /** Reads a picture for its preview and its size; what a browser can't read is left to the server to judge. */
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
      if (this.#uploads.size >= AT_ONCE) return;
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
        error: breaking.signal.aborted ? BROKEN_OFF : reasonOf(failure),
      });
    } finally {
      this.#uploads.delete(id);
      this.#uploadNext();
    }
  }
}
