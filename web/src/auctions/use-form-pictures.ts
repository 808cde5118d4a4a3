import { addImage } from '@restvarde/contract/auctions';
import { IMAGE_MAX_BYTES, IMAGES_PER_AUCTION } from '@restvarde/contract/media';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { upload } from '../api/upload.ts';
import { type FilePreview, readPreview, startPreview } from '../ui/file-preview.ts';
import { showToast } from '../ui/toast.ts';

export type FormPictures = ReturnType<typeof useFormPictures>;

interface FormPicture {
  preview: FilePreview;
  file: File;
}

const MOST = `En auktion kan ha högst ${IMAGES_PER_AUCTION} bilder.`;

/** Why a file is no picture for an auction; null when it is one (FORM-4, MEDIA-1). */
export function refusePicture(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (/\.(heic|heif)$/i.test(file.name) || /hei[cf]/.test(file.type)) {
    return `${file.name}: Spara bilden som JPG på telefonen och välj den igen.`;
  }
  const isPicture = /^image\/(jpeg|png)$/.test(file.type) || /\.(jpe?g|png)$/i.test(file.name);
  if (!isPicture) return `${file.name}: Välj en bild i JPG eller PNG.`;
  if (file.size > IMAGE_MAX_BYTES) return `${file.name}: Bilden får vara högst 15 MB.`;
  return null;
}

/** The pictures of a form: chosen, ordered, and sent one by one, so that one that fails takes no other along (FORM-4). */
export function useFormPictures() {
  const [pictures, setPictures] = useState<FormPicture[]>([]);
  const [error, setError] = useState<string>();
  // What is sent is what stands here when its turn comes, not what stood here when sending began.
  const current = useRef(pictures);
  const change = (next: (before: FormPicture[]) => FormPicture[]) => {
    current.current = next(current.current);
    setPictures(current.current);
  };
  const mark = (id: string, part: Partial<FilePreview>) =>
    change((before) =>
      before.map((one) =>
        one.preview.id === id ? { ...one, preview: { ...one.preview, ...part } } : one,
      ),
    );

  function add(files: File[]) {
    const room = IMAGES_PER_AUCTION - current.current.length;
    const fine = files.filter((file) => refusePicture(file) === null);
    const refused = files.flatMap((file) => refusePicture(file) ?? []);
    if (fine.length > room) refused.push(MOST);
    setError(refused.length === 0 ? undefined : refused.join(' '));
    const added = fine.slice(0, room).map((file) => ({ file, preview: startPreview(file) }));
    change((before) => [...before, ...added]);
    for (const { file, preview } of added) {
      readPreview(preview, file)
        .then((read) => show(preview.id, read))
        .catch(() => mark(preview.id, { status: 'failed', error: 'Filen kunde inte läsas.' }));
    }
  }

  /** A picture that has been read may be on its way already. */
  function show(id: string, { src, status }: FilePreview) {
    const isLoading = current.current.some(
      ({ preview }) => preview.id === id && preview.status === 'loading',
    );
    mark(id, isLoading ? { src, status } : { src });
  }

  function remove(id: string) {
    const index = current.current.findIndex((one) => one.preview.id === id);
    const removed = current.current[index];
    if (removed === undefined) return;
    change((before) => before.filter((one) => one !== removed));
    showToast({
      tone: 'info',
      text: `${removed.preview.name} togs bort.`,
      action: {
        label: 'Ångra',
        onAction: () => change((before) => before.toSpliced(index, 0, removed)),
      },
    });
  }

  function move(id: string, by: -1 | 1) {
    change((before) => {
      const index = before.findIndex((one) => one.preview.id === id);
      const moved = before[index];
      const other = before[index + by];
      return moved && other ? before.with(index, other).with(index + by, moved) : before;
    });
  }

  /** Sends one picture to an auction that exists. Says whether it got there. */
  async function sendOne(auction_id: number, picture: FormPicture): Promise<boolean> {
    const { id } = picture.preview;
    const body = new FormData();
    body.append('image', picture.file);
    mark(id, { status: 'uploading', progress: 0 });
    try {
      await upload(addImage, {
        params: { id: auction_id },
        body,
        onProgress: (progress) => mark(id, { progress }),
      });
      change((before) => before.filter((one) => one.preview.id !== id));
      return true;
    } catch (failure) {
      const told = failure instanceof ApiError ? failure.message : 'Bilden kunde inte skickas.';
      mark(id, { status: 'failed', error: told });
      return false;
    }
  }

  /** Sends what is left, in order. Those that got there leave the list. */
  async function sendAll(auction_id: number): Promise<boolean> {
    let isWhole = true;
    for (const picture of current.current) {
      isWhole = (await sendOne(auction_id, picture)) && isWhole;
    }
    return isWhole;
  }

  return {
    pictures,
    error,
    add,
    remove,
    move,
    mark,
    sendAll,
    sendOne,
    /** The list as it stands, also within a function that began before it changed. */
    now: () => current.current,
    drop: (id: string) => change((before) => before.filter((one) => one.preview.id !== id)),
  };
}
