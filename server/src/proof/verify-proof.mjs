#!/usr/bin/env node
// Verifies a proof of a Restvärde sale: node verify-proof.mjs proof.json [--keys keys.json] [--anchor HEX]
// It needs Node 20 or newer and nothing else. Exit codes: 0 valid, 1 altered, 2 no proof.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const EVENT_FIELDS = 'at,data,hash,prev,seq,type';
const PROOF_FIELDS =
  'auction,ended_hash,events,format,head,key_id,letters,letters_hash,made_at,people,signature';

/** JSON by RFC 8785. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function end(code, text) {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}

function readJson(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    end(2, `Filen ${path} kan inte läsas.`);
  }
  try {
    return [JSON.parse(text), text];
  } catch {
    end(2, `Filen ${path} är inte JSON.`);
  }
}

/**
 * Where a reader of the text sees another value than the one that is hashed; null if nowhere. Of a name that an object
 * has twice the last value counts, and a number beyond all others becomes null.
 */
function textFault(text, parsed) {
  let names = 0;
  let areNumbers = true;
  const walk = (value) => {
    if (typeof value === 'number') areNumbers &&= Number.isFinite(value);
    if (value === null || typeof value !== 'object') return;
    const parts = Object.values(value);
    if (!Array.isArray(value)) names += parts.length;
    parts.forEach(walk);
  };
  walk(parsed);
  const strings = text.matchAll(/"(?:[^"\\]+|\\.)*"(\s*:)?/g);
  if (Array.from(strings).filter(([, colon]) => colon).length !== names)
    return 'ett fält finns två gånger';
  return areNumbers ? null : 'ett tal är för stort';
}

const fieldsOf = (value) =>
  value !== null && typeof value === 'object' ? Object.keys(value).sort().join() : '';

/** What is wrong with an event, given its place and the hash before it; null if nothing. */
function eventFault(event, seq, previous) {
  if (fieldsOf(event) !== EVENT_FIELDS) return 'ett fält saknas eller är för mycket';
  if (event.seq !== seq) return `ordningsnumret är ${event.seq}`;
  if (event.prev !== previous) return 'den följer inte på händelsen före';
  const { hash, ...rest } = event;
  return hash === sha256(canonical(rest)) ? null : 'innehållet är ändrat';
}

function signatureFault(sealed, publicKeys) {
  const key = publicKeys[sealed.key_id];
  if (typeof key !== 'string') return 'nyckeln är okänd';
  const { signature, ...signed } = sealed;
  const x = Buffer.from(key, 'base64').toString('base64url');
  let isRight = false;
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const bytes = Buffer.from(String(signature), 'base64');
    isRight = verify(null, Buffer.from(canonical(signed)), publicKey, bytes);
  } catch {
    return 'nyckeln är ogiltig';
  }
  return isRight ? null : 'signaturen stämmer inte';
}

let args;
try {
  args = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' }, anchor: { type: 'string' } },
  });
} catch {
  end(2, 'Använd: node verify-proof.mjs proof.json [--keys keys.json] [--anchor HEX]');
}
const { values, positionals } = args;
if (positionals.length !== 1)
  end(2, 'Använd: node verify-proof.mjs proof.json [--keys keys.json] [--anchor HEX]');

const NO_PROOF = 'Filen är inget underlag i formatet restvarde-proof/1.';
// Values so deeply nested that the stack overflows.
process.on('uncaughtException', () => end(2, NO_PROOF));

const [proof, source] = readJson(positionals[0]);
if (proof?.format !== 'restvarde-proof/1' || !Array.isArray(proof.events)) end(2, NO_PROOF);
const keys = values.keys === undefined ? null : readJson(values.keys)[0];
if (values.keys !== undefined && (keys === null || typeof keys !== 'object'))
  end(2, `Filen ${values.keys} har inga nycklar.`);

const unread = textFault(source, proof);
if (unread !== null) end(1, `FEL: ${unread}`);
if (fieldsOf(proof) !== PROOF_FIELDS) end(1, 'FEL: ett fält saknas eller är för mycket');
let prev = '0'.repeat(64);
for (const [index, event] of proof.events.entries()) {
  const fault = eventFault(event, index + 1, prev);
  if (fault !== null) end(1, `FEL vid händelse ${index + 1}: ${fault}`);
  prev = event.hash;
}
const ended = proof.events.find(({ type }) => type === 'ended');
if (proof.head !== prev) end(1, 'FEL: head är inte den sista händelsens hash');
if (ended === undefined || proof.ended_hash !== ended.hash)
  end(1, 'FEL: ended_hash är inte slutets hash');
if (proof.letters_hash !== sha256(canonical(proof.letters)))
  end(1, 'FEL: letters_hash stämmer inte med letters');
if (values.anchor !== undefined && values.anchor.toLowerCase() !== proof.ended_hash)
  end(1, 'FEL: kontrollsumman är en annan');
if (keys !== null) {
  const fault = signatureFault(proof, keys);
  if (fault !== null) end(1, `FEL: ${fault}`);
}
const unsigned = keys === null ? '\nSignaturen är inte prövad: ange --keys.' : '';
end(0, `OK ${proof.events.length} händelser, huvud ${proof.head}${unsigned}`);
