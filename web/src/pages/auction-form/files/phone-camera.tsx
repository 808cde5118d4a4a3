import {
  closePhotoLink,
  createPhotoLink,
  getPhotoLink,
} from '@restvarde/contract/auctions/photo-links';
import type { Reply } from '@restvarde/contract/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { paths } from '../../../base/urls/paths.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formatTime } from '../../../ui/format/dates.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import { Modal } from '../../../ui/modal/modal.tsx';
import styles from './phone-camera.module.css';
import type { UploadQueue } from './upload-queue.ts';

/** Pictures arrive in the form this soon. */
const READ_MS = 2_000;

const ENDED = {
  expired: 'Länken har gått ut.',
  closed: 'Länken är avstängd.',
} as const;

/** Adds the pictures that have arrived, and counts those that are being sent. */
function take(pictures: UploadQueue, link: Reply<typeof getPhotoLink> | undefined): void {
  for (const picture of link?.pictures ?? []) pictures.receive(picture);
  pictures.expect(link?.state === 'open' ? link.sending : 0);
}

/**
 * A link by which a phone adds pictures to this form, as a QR code (FORM-17). Takes the pictures that arrive, also while
 * the dialog is closed. Closes the link when the form is left. The dialog opens whenever `calls` changes.
 */
export default function PhoneCamera({ pictures, calls }: { pictures: UploadQueue; calls: number }) {
  const [shownCalls, setShownCalls] = useState(0);
  const isOpen = shownCalls < calls;
  const client = useQueryClient();
  const {
    mutate,
    data: link,
    error,
    reset,
  } = useMutation({
    mutationFn: () => call(createPhotoLink, { body: { room: pictures.room } }),
  });
  const id = link?.id ?? '';
  const queryKey = ['photo-link', id];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getPhotoLink, { params: { id }, signal }),
    enabled: id !== '',
    staleTime: 0,
    // Saving without a connection fails at once, and does not wait for this call.
    networkMode: 'always',
    refetchInterval: (query) => (query.state.data?.state ?? 'open') === 'open' && READ_MS,
  });
  const { mutate: close, isPending: isClosing } = useMutation({
    mutationFn: () => call(closePhotoLink, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const arrived = data?.pictures ?? [];
  const state = data?.state ?? 'open';

  const open = useEffectEvent(() => {
    if (pictures.room > 0 && (link === undefined || state !== 'open')) mutate();
  });
  useEffect(() => {
    if (calls > 0) open();
  }, [calls]);

  const progress = [
    arrived.length === 0
      ? 'Inga bilder från mobilen än'
      : `${formatCount(arrived.length, 'bild', 'bilder')} från mobilen`,
    ...(data !== undefined && data.sending > 0 ? [`${data.sending} på väg`] : []),
  ].join(', ');

  const receive = useEffectEvent(() => {
    const before = pictures.files.length;
    take(pictures, data);
    if (pictures.files.length > before) announce(progress, 'phone');
    // Saving would wait for an answer that does not come.
    if (isError) pictures.expect(0);
  });
  useEffect(() => {
    if (data !== undefined || isError) receive();
  }, [data, isError]);

  useEffect(() => {
    if (id === '') return;
    return pictures.followPhone(async () => {
      const read = await refetch();
      if (!read.isError) take(pictures, read.data);
    });
  }, [id, pictures, refetch]);

  useEffect(() => {
    if (id === '') return;
    return () => void call(closePhotoLink, { params: { id }, keepalive: true }).catch(() => {});
  }, [id]);

  const address = `${location.origin}${paths.phonePhotos}#${link?.token}`;
  return (
    <>
      {link !== undefined && (
        <p className="tabular">
          {state === 'open'
            ? `${progress}. Länken gäller till ${formatTime(link.expires_at)}.`
            : `${progress}. ${ENDED[state]}`}
        </p>
      )}
      <Modal
        title="Fotografera med mobilen"
        isOpen={isOpen}
        onOpenChange={(is_open) => {
          if (!is_open) setShownCalls(calls);
        }}
        footer={
          <>
            <Button variant="primary" onPress={() => setShownCalls(calls)}>
              Klar
            </Button>
            {link !== undefined &&
              (state === 'open' ? (
                <Button onPress={() => close()} isPending={isClosing}>
                  Stäng av länken
                </Button>
              ) : (
                <Button
                  onPress={() => {
                    reset();
                    mutate();
                  }}
                >
                  Visa en ny kod
                </Button>
              ))}
          </>
        }
      >
        {error !== null && (
          <Notice tone="danger" isAlert>
            {error.message}
          </Notice>
        )}
        {pictures.room === 0 && link === undefined && (
          <Notice tone="warn">Auktionen har så många bilder som den kan ha.</Notice>
        )}
        {state !== 'open' && (
          <Notice tone="warn" isAlert>
            {`${ENDED[state]} Bilderna som har kommit finns kvar i formuläret.`}
          </Notice>
        )}
        {state === 'open' && (
          <div className={`stack gap-3 ${styles.code}`}>
            <p>Skanna koden med mobilens kamera. Ingen inloggning behövs.</p>
            <p className={styles.count}>{`${progress}.`}</p>
            {link === undefined ? (
              error === null && <Skeleton height="16rem" />
            ) : (
              <>
                <QrCode text={address} label="Länken som QR-kod" className={styles.qr} />
                <p className={`row gap-1 ${styles.address}`}>
                  <span>{address}</span>
                  <CopyButton value={address} of="länken" />
                </p>
                <p className="quiet">
                  {`Länken gäller till ${formatTime(link.expires_at)} och kan bara lägga till bilder här. Stäng inte formuläret under tiden.`}
                </p>
              </>
            )}
          </div>
        )}
      </Modal>
    </>
  );
}
