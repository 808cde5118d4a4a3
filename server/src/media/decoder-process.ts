import { readFile } from 'node:fs/promises';
import { decoding, openReader, StreamEnded, writeMessage } from './decoder-messages.ts';
import { makeEmailCover, makeEmailLogo, makeLogo, makeSizes, rewritePhoto } from './image-sizes.ts';

/**
 * Decodes untrusted pictures. The process has no secrets, and its node may kill it. It answers each request with the
 * names and bytes of the results, the picture's fault, or null, until its input ends.
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
