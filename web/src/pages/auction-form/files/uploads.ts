import { continueUpload, getUpload, removeUpload, startUpload } from '@restvarde/contract/uploads';
import { call } from '../../../base/api/call.ts';
import { upload } from '../../../base/api/upload.ts';
import { sendInPieces, type UploadTarget } from '../../../features/uploads/send-in-pieces.ts';
import { sleepUntilOnline } from '../../../features/uploads/sleep-until-online.ts';

/** The uploads of the current user (FORM-13). */
export const uploads: UploadTarget = {
  send: sendInPieces({
    start: (file) => call(startUpload, { body: file }),
    read: (id) => call(getUpload, { params: { id } }),
    send: (id, offset, body, sending) =>
      upload(continueUpload, { params: { id }, query: { offset }, body, ...sending }),
    sleep: sleepUntilOnline,
  }),
  discard: (id) => void call(removeUpload, { params: { id } }).catch(() => {}),
};
