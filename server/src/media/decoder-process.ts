import { readFile } from 'node:fs/promises';
import { decoding, openReader, StreamEnded, writeMessage } from './decoder-messages.ts';
import { makeEmailCover, makeEmailLogo, makeLogo, makeSizes, rewritePhoto } from './image-sizes.ts';

/**
 * The process in which pictures of strangers are decoded: it has no secrets, and the node that started it may end it.
 * It answers each request with the names and the bytes of what it made, the picture's fault or null, until its input ends.
 */
const MAKERS = {
  sizes: makeSizes,
  logo: makeLogo,
  photo: rewritePhoto,
  email_cover: makeEmailCover,
  email_logo: makeEmailLogo,
};

const readMessage = openReader(process.stdin);
writeMessage(process.stdout, 'ready');
for (;;) {
  const { head, parts } = await readMessage().catch((fault) => {
    if (fault instanceof StreamEnded) process.exit();
    throw fault;
  });
  const { make, path } = decoding.parse(head);
  const made = await MAKERS[make](path === null ? parts[0]! : await readFile(path));
  if (made === null || typeof made === 'string') {
    writeMessage(process.stdout, made);
    continue;
  }
  const named = Buffer.isBuffer(made) ? { [make]: made } : made;
  writeMessage(process.stdout, Object.keys(named), Object.values(named));
}
