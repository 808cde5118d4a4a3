import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { IMAGES_PER_AUCTION, imageSizes } from '../media.ts';
import { may } from '../roles.ts';
import { bytesOffset, PIECE_MAX_BYTES, pendingUpload, uploadParams } from '../uploads.ts';
import { imageView, writtenView } from './image-views.ts';

/** How long a link is valid (FORM-17). */
export const PHOTO_LINK_MINUTES = 15;

/**
 * Why a link no longer takes pictures, by the `code` of the 400. `ended`: its user is logged out or closed. `full`: the
 * form has no room for more pictures.
 */
export const PHOTO_LINK_FAULT = {
  expired: 'Länken har gått ut. Ta fram en ny kod på datorn och skanna den.',
  closed: 'Länken är avstängd. Auktionen är sparad, eller så har någon stängt av länken på datorn.',
  ended: 'Länken gäller inte längre, eftersom den som tog fram koden är utloggad.',
  full: 'Länken kan inte ta emot fler bilder.',
} as const;

export type PhotoLinkFault = keyof typeof PHOTO_LINK_FAULT;

export const photoLinkState = z.enum(['open', 'expired', 'closed']);

const linkParams = z.object({ id: z.uuid() });

/** Creates a link for the pictures of a form. `token` is returned only here; `room` is how many the form can take. */
export const createPhotoLink = endpoint({
  method: 'POST',
  path: '/api/photo-links',
  summary: 'Lägg till en länk för att fotografera med mobilen',
  may: may.manageAuctions,
  body: z.object({ room: z.int().check(z.gte(1), z.lte(IMAGES_PER_AUCTION)) }),
  status: 201,
  reply: z.object({ id: z.string(), token: z.string(), expires_at: instant }),
});

/** A picture that has arrived by a link: a complete upload (FORM-13), with signed addresses of its sizes. */
export const linkedPicture = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  view: imageView,
  sizes: imageSizes,
});

export type LinkedPicture = z.infer<typeof linkedPicture>;

/** The user's own link and its pictures, in order. `sending` counts those that are being sent. */
export const getPhotoLink = endpoint({
  method: 'GET',
  path: '/api/photo-links/:id',
  summary: 'Bilder från mobilen',
  may: may.manageAuctions,
  params: linkParams,
  reply: z.object({
    id: z.string(),
    state: photoLinkState,
    expires_at: instant,
    sending: z.int(),
    pictures: z.array(linkedPicture),
  }),
});

/** Closes the user's own link. Its pictures remain. */
export const closePhotoLink = endpoint({
  method: 'DELETE',
  path: '/api/photo-links/:id',
  summary: 'Stäng av en länk för att fotografera med mobilen',
  may: may.manageAuctions,
  params: linkParams,
});

/** What the holder of a link may know: how many pictures it can still take, and which views have been sent. */
export const getPhonePhotos = endpoint({
  method: 'GET',
  path: '/api/phone-photos',
  summary: 'Vad en länk kan ta emot',
  may: may.manageAuctions,
  isByPhotoLink: true,
  reply: z.object({ expires_at: instant, left: z.int(), views: z.array(imageView) }),
});

/** Starts a picture, as `startUpload`. */
export const startPhonePhoto = endpoint({
  method: 'POST',
  path: '/api/phone-photos',
  summary: 'Skicka en bild från mobilen i delar',
  may: may.manageAuctions,
  isByPhotoLink: true,
  body: z.object({ name: z.string(), size: z.int(), view: z._default(writtenView, null) }),
  status: 201,
  reply: pendingUpload,
});

/** Appends bytes at `offset`, as `continueUpload`. */
export const continuePhonePhoto = endpoint({
  method: 'PATCH',
  path: '/api/phone-photos/:id',
  summary: 'Skicka nästa del av en bild från mobilen',
  may: may.manageAuctions,
  isByPhotoLink: true,
  params: uploadParams,
  errors: [409],
  query: z.object({ offset: bytesOffset }),
  bytes: PIECE_MAX_BYTES,
  reply: pendingUpload,
});

/** The progress of a picture of the same link, to resume it. */
export const getPhonePhoto = endpoint({
  method: 'GET',
  path: '/api/phone-photos/:id',
  summary: 'Hur långt en bild från mobilen har kommit',
  may: may.manageAuctions,
  isByPhotoLink: true,
  params: uploadParams,
  reply: pendingUpload,
});
