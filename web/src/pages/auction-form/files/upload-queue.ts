import type { LinkedPicture } from '@restvarde/contract/auctions/photo-links';
import type { FormFault } from '../../../base/forms/error-summary.tsx';
import { scalePicture } from '../../../features/uploads/scale-picture.ts';
import type { UploadTarget } from '../../../features/uploads/send-in-pieces.ts';
import { type FilePreview, startPreview } from '../../../ui/files/file-preview.ts';
import type { FileKind } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';
import { type FormFile, fetchFile, isAhead, moveFile, receivedFile } from './form-file.ts';
import { FormFiles } from './form-files.ts';
import {
  reasonOf,
  sendOrder,
  sendRemovals,
  sendReplacements,
  sendSubjects,
  takeUpload,
} from './save-form-files.ts';

/** Concurrent uploads; more would only slow each down. */
const MAX_CONCURRENT = 3;

const CANCELLED = 'Avbruten';

const isPending = ({ preview: { status } }: FormFile) =>
  status === 'loading' || status === 'uploading';

/** The files of a queue, and what its list does with them. */
export const fileActs = (queue: UploadQueue) => ({
  files: queue.files.map(({ preview }) => preview),
  onAdd: queue.add,
  onRemove: queue.remove,
  onCancel: queue.cancel,
  onRetry: queue.retry,
  error: queue.error,
});

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
  readonly #received = new Set<string>();
  #offers: (() => void)[] = [];
  #readPhone: (() => Promise<void>) | undefined;

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
    const { errorOf, tooMany } = this.#kind;
    const { room } = this;
    const fine = chosen.filter((file) => errorOf(file) === null);
    const reasons = chosen.flatMap((file) => errorOf(file) ?? []);
    if (fine.length > room) reasons.push(tooMany);
    const added = fine.slice(0, room).map((file): FormFile => {
      const preview = { ...startPreview(file), subject: this.#kind.subject };
      return {
        preview,
        content: this.#read(preview, file),
        upload_id: null,
        is_uploaded: false,
        stored_id: null,
        stored_subject: undefined,
        replaces: null,
      };
    });
    this.#form.set({
      files: [...this.files, ...added],
      rejection: reasons.join('\n') || undefined,
    });
    for (const { preview, content } of added) void content?.then(() => this.retry(preview.id));
  };

  /** How many more files the list can take. */
  get room(): number {
    return Math.max(0, this.#kind.most - this.files.length);
  }

  /** Adds a picture that has been uploaded from a phone, once (FORM-17). */
  readonly receive = (picture: LinkedPicture): void => {
    if (this.#received.has(picture.id)) return;
    this.#received.add(picture.id);
    if (this.room === 0) {
      this.#form.set({ rejection: this.#kind.tooMany });
      return;
    }
    // For masking it, and for sending it again if the upload expires.
    const content = fetchFile(picture.sizes.large, picture.name);
    content.catch(() => {});
    const file = receivedFile(picture, content);
    this.#form.set({ files: [...this.files, file] });
  };

  /**
   * Saving waits for the pictures that a phone is sending: `read` is called first and calls `expect`. Returns a
   * function that ends this.
   */
  readonly followPhone = (read: () => Promise<void>): (() => void) => {
    this.#readPhone = read;
    return () => {
      this.#readPhone = undefined;
      this.expect(0);
    };
  };

  /** Says how many pictures a phone is sending. */
  readonly expect = (coming: number): void => {
    if (coming !== this.#form.state.coming) this.#form.set({ coming });
  };

  readonly remove = (id: string): void => {
    const removed = this.#form.find(id);
    if (removed === undefined) return;
    const index = this.files.indexOf(removed);
    const { removals } = this.#form.state;
    const stored = [removed, removed.replaces].filter(
      (file) => file !== null && file.stored_id !== null,
    ) as FormFile[];
    this.#discard(removed);
    const whole: FormFile = { ...removed, upload_id: null, is_uploaded: false };
    this.#form.set({
      files: this.files.filter(({ preview }) => preview.id !== id),
      removals: [...removals, ...stored],
    });
    const offer = this.#onRemove(removed, () => {
      this.#form.set({
        removals: this.#form.state.removals.filter((one) => !stored.includes(one)),
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

  /** Sets what a file shows or is. */
  readonly describe = (id: string, subject: string): void => {
    this.#form.mark(id, { subject });
  };

  /** The content of a file. Rejects if a stored one cannot be fetched. */
  readonly contentOf = async (id: string): Promise<Blob> => {
    const { content, preview } = this.#form.find(id) ?? {};
    if (content != null) return content;
    return fetchFile(preview?.large ?? '', preview?.name ?? '');
  };

  /**
   * Replaces the content of a file; its name and subject remain. An upload of the earlier content is discarded. A
   * stored file is removed when the form is saved (GUIDE-4).
   */
  readonly replace = (id: string, file: File): void => {
    const old = this.#form.find(id);
    if (old === undefined) return;
    this.#discard(old);
    const { name, subject = '' } = old.preview;
    const preview: FilePreview = { ...startPreview(file), id, name, subject };
    const content = this.#read(preview, file);
    this.#form.alter(id, () => ({
      preview,
      content,
      upload_id: null,
      is_uploaded: false,
      stored_id: null,
      stored_subject: undefined,
      replaces: old.stored_id === null ? old.replaces : old,
    }));
    void content.then(() => this.retry(id));
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

  get #sendable(): FormFile[] {
    return this.files.filter(
      ({ is_uploaded, upload_id, stored_id }) =>
        is_uploaded && upload_id !== null && stored_id === null,
    );
  }

  /** The ids of completed uploads that are not stored, in order. */
  get uploaded(): string[] {
    return this.#sendable.map(({ upload_id }) => upload_id ?? '');
  }

  /** What they show or are, in the same order. */
  get subjects(): string[] {
    return this.#sendable.map(({ preview }) => preview.subject ?? '');
  }

  /** The number of files being uploaded, also from a phone. */
  get pending(): number {
    return this.files.filter(isPending).length + this.#form.state.coming;
  }

  /** The number of files chosen since the form was opened. */
  get chosen(): number {
    return (
      this.files.filter(({ stored_id }) => stored_id === null).length + this.#form.state.coming
    );
  }

  /** Waits for all uploads. Resolves to whether all succeeded. */
  async whenIdle(): Promise<boolean> {
    await this.#readPhone?.();
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
    await sendSubjects(this.#form, store);
    const isInPlace = !this.#kind.hasOrder || (await sendOrder(this.#form, store));
    await sendReplacements(this.#form, store, isInPlace);
    return !this.isAhead && this.#form.state.failure === undefined;
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

  /** Ends a file's upload. If the file is restored or replaced, the next upload does not wait for this one to end. */
  #discard({ preview: { id }, upload_id }: FormFile): void {
    this.#uploads.get(id)?.abort();
    this.#uploads.delete(id);
    if (upload_id !== null) this.#target.discard(upload_id);
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
    // Otherwise the file was removed, restored or replaced.
    const isCurrent = () => this.#uploads.get(id) === breaking;
    try {
      await this.#target.send(await content, this.#kind.upload, {
        upload_id,
        signal: breaking.signal,
        onStart: (begun) => {
          if (isCurrent()) this.#form.alter(id, (file) => ({ ...file, upload_id: begun }));
          else this.#target.discard(begun);
        },
        onProgress: (progress) => isCurrent() && this.#form.mark(id, { progress }),
        onWaiting: (is_waiting) => isCurrent() && this.#form.mark(id, { is_waiting }),
      });
      if (!isCurrent()) return;
      this.#form.alter(id, ({ preview, ...file }) => ({
        ...file,
        preview: { ...preview, status: 'has-valid' },
        is_uploaded: true,
      }));
    } catch (failure) {
      if (!isCurrent()) return;
      this.#form.mark(id, {
        status: 'failed',
        error: breaking.signal.aborted ? CANCELLED : reasonOf(failure),
      });
    } finally {
      if (isCurrent()) this.#uploads.delete(id);
      this.#uploadNext();
    }
  }
}
