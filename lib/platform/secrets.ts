import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from './env'

/**
 * Secrets that have to be shown or used again are stored sealed (AES-256-GCM), so that the database alone does not reveal
 * them. `purpose` names their kind and owner: bytes sealed for one purpose open for no other. The first byte says which key
 * sealed them: that of `NEXTAUTH_SECRET`, or one of `ENCRYPTION_KEY`, named in the next bytes.
 */
const CIPHER = 'aes-256-gcm'
const BY_SESSION_SECRET = 1
const BY_NAMED_KEY = 2
const NAME_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16

type SealKey = { key: Buffer; name: Buffer }

/** `ours` seals, or `session` if there is none; all of them open. */
function sealKeys(): { ours: SealKey | null; session: SealKey; previous: SealKey | null } {
  const { NEXTAUTH_SECRET: session, ENCRYPTION_KEY: ours, ENCRYPTION_KEY_PREVIOUS: previous } = env()
  return {
    ours: ours === undefined ? null : sealKeyOf(ours),
    session: sealKeyOf(session),
    previous: previous === undefined ? null : sealKeyOf(previous),
  }
}

const knownKeys = new Map<string, SealKey>()

function sealKeyOf(secret: string): SealKey {
  const known = knownKeys.get(secret)
  if (known) return known
  const key = derive(secret, 'sealed secrets')
  const name = createHash('sha256').update('portico key name').update(key).digest().subarray(0, NAME_BYTES)
  const made = { key, name }
  knownKeys.set(secret, made)
  return made
}

/** The first bytes of everything sealed by the current `ENCRYPTION_KEY`; null without one. */
export function currentSealMark(): Buffer | null {
  const { ours } = sealKeys()
  return ours && Buffer.concat([Buffer.of(BY_NAMED_KEY), ours.name])
}

export function seal(purpose: string, text: string): Buffer<ArrayBuffer> {
  return sealBytes(purpose, Buffer.from(text))
}

export function sealBytes(purpose: string, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const { ours, session } = sealKeys()
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, (ours ?? session).key, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  // Without ENCRYPTION_KEY, the format that earlier versions read.
  const mark = currentSealMark() ?? Buffer.of(BY_SESSION_SECRET)
  return Buffer.concat([mark, iv, cipher.getAuthTag(), sealed])
}

/** Undefined if it was sealed for another purpose or by an unknown key, or is damaged. */
export function unseal(purpose: string, sealed: Uint8Array): string | undefined {
  return unsealBytes(purpose, sealed)?.toString('utf8')
}

export function unsealBytes(purpose: string, sealed: Uint8Array): Buffer | undefined {
  return open(purpose, Buffer.from(sealed))?.bytes
}

/** A column with sealed values, and the purpose of each row by its `owner` columns. */
export type SealedColumn = {
  table: string
  column: string
  owner: readonly string[]
  purposeOf: (owner: Readonly<Record<string, string>>) => string
}

/** Seals a value again with the current key. Null: it is already, or is not sealed. Undefined: it cannot be opened. */
export function reseal(purpose: string, sealed: Uint8Array): Buffer<ArrayBuffer> | null | undefined {
  if (sealed[0] !== BY_SESSION_SECRET && sealed[0] !== BY_NAMED_KEY) return null
  const opened = open(purpose, Buffer.from(sealed))
  if (opened === undefined) return undefined
  const { ours, session } = sealKeys()
  return opened.by === (ours ?? session) ? null : sealBytes(purpose, opened.bytes)
}

function open(purpose: string, sealed: Buffer): { bytes: Buffer; by: SealKey } | undefined {
  for (const by of keysFor(sealed)) {
    const at = sealed[0] === BY_NAMED_KEY ? 1 + NAME_BYTES : 1
    const bytes = decipher(purpose, sealed.subarray(at), by.key)
    if (bytes !== undefined) return { bytes, by }
  }
  return undefined
}

function keysFor(sealed: Buffer): SealKey[] {
  const { ours, session, previous } = sealKeys()
  if (sealed[0] === BY_SESSION_SECRET) return previous ? [session, previous] : [session]
  if (sealed[0] !== BY_NAMED_KEY) return []
  const name = sealed.subarray(1, 1 + NAME_BYTES)
  return [ours, previous, session].filter((one) => one !== null).filter((one) => one.name.equals(name))
}

function decipher(purpose: string, bytes: Buffer, key: Buffer): Buffer | undefined {
  const contentAt = IV_BYTES + TAG_BYTES
  if (bytes.length < contentAt) return undefined
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
  cipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(IV_BYTES, contentAt))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(contentAt)), cipher.final()])
  } catch {
    return undefined
  }
}

/**
 * Signs a link, whose holder may do what it says and nothing else. The first part names the kind of link, so that a signature
 * of one kind is not valid for another.
 */
export function signLink(parts: readonly (string | number)[]): string {
  // As JSON, so that different parts are never the same text.
  return createHmac('sha256', linkKey())
    .update(JSON.stringify(parts.map(String)))
    .digest('base64url')
}

export function isLinkSignature(parts: readonly (string | number)[], signature: string): boolean {
  const expected = Buffer.from(signLink(parts))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Each use has its own key, so that the sessions' secret only signs sessions. */
function linkKey(): Buffer {
  keyOfLinks ??= derive(env().NEXTAUTH_SECRET, 'links')
  return keyOfLinks
}

let keyOfLinks: Buffer | undefined

function derive(secret: string, use: 'sealed secrets' | 'links'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `portico ${use}`, 32))
}
