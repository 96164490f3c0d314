import { createHash, randomUUID } from 'node:crypto'
import { access, type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { clock } from '../clock'
import { env } from '../env'
import { AppError } from '../errors'
import { queryNumber } from '../fields'
import { probeFolder, seldom } from '../probe'
import { isLinkSignature, signLink } from '../secrets'
import {
  type ByteRange,
  type ObjectBody,
  type ObjectHead,
  type ObjectStorage,
  type PutConstraints,
  StorageError,
  type StoredObject,
  storageAttempt,
} from './object-storage'

/** Files that are still being written; a dot, so that no key can mean this folder. */
const INCOMING = '.incoming'

/** Lower-case words of letters, digits, `_` and `-`: no `.` and no `/` of its own, so no way out of the folder. */
const keyPattern = /^[a-z0-9][a-z0-9_-]{0,99}(\/[a-z0-9][a-z0-9_-]{0,99}){0,5}$/

/** Objects as files under one folder, which all processes must share. Links lead to our own routes. */
export function createDiskStorage(folder: string): ObjectStorage {
  const incoming = join(folder, INCOMING)
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new RangeError('this is not a key of an object')
    return join(folder, key)
  }
  let made: Promise<unknown> | undefined
  /**
   * Made once in a process: a folder that is gone later (its disk is not mounted any more) is a store that is away, and
   * another in its place would have nothing of what was stored.
   */
  const makeFolder = () => {
    made ??= mkdir(incoming, { recursive: true }).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  const requireFolder = () =>
    storageAttempt('find its folder', async () => {
      await makeFolder()
      await access(incoming)
    })
  /** What is missing in a folder that is missing may be there. */
  const unlessAway = async <T>(found: T | null): Promise<T | null> => {
    if (found === null) await requireFolder()
    return found
  }
  return {
    async put(key, body, { contentType }) {
      const target = pathOf(key)
      const temporary = join(incoming, randomUUID())
      await storageAttempt('make a folder', makeFolder)
      try {
        const written = await writeObjectFile(temporary, body, contentType)
        await storageAttempt('move a file into its place', () => moveInto(temporary, target))
        return written
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined) // else the sweep will
        throw error
      }
    },
    get: async (key, range) => unlessAway(await readObjectFile(pathOf(key), range)),
    head: async (key) => unlessAway(await readObjectHead(pathOf(key))),
    async delete(key) {
      const path = pathOf(key)
      await storageAttempt('delete a file', () => rm(path, { force: true }))
      await requireFolder()
      await rmdir(dirname(path)).catch(() => undefined) // the day's last object takes the folder with it
    },
    signPut: async (key, promise) => signDiskPut(key, promise),
    signGet: async (key, { expiresInSeconds }) => signDiskGet(key, expiresInSeconds),
    check: seldom(() =>
      storageAttempt('be written', async () => {
        await makeFolder()
        await probeFolder(incoming)
      }),
    ),
    sweepUnfinished: (before) => storageAttempt('sweep', () => sweepFolder(incoming, before)),
  }
}

/** A folder may vanish with its last object between the two steps: then it is made again. */
async function moveInto(temporary: string, target: string): Promise<void> {
  const folder = dirname(target)
  for (let triesLeft = 5; ; triesLeft--) {
    await mkdir(folder, { recursive: true })
    try {
      await rename(temporary, target)
      break
    } catch (error) {
      if (triesLeft === 0 || !isMissing(error)) throw error
    }
  }
  // The name itself is on the disk only once the folder is.
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function sweepFolder(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && found.mtime < before) await rm(path, { force: true })
  }
}

/**
 * One object is one file: 1 KiB that says what it is, then its bytes. One file, so that one rename replaces both at once.
 */
const HEADER_BYTES = 1024

const Header = z.object({
  contentType: z.string(),
  sizeBytes: z.int().min(0),
  /** Hex. */
  md5: z.string(),
})

/** Writes the bytes and what they are, and waits until the disk has them. */
async function writeObjectFile(
  path: string,
  body: ObjectBody,
  contentType: string,
): Promise<{ sizeBytes: number }> {
  const file = await storageAttempt('open a new file', () => open(path, 'wx', 0o600))
  try {
    const md5 = createHash('md5')
    let sizeBytes = 0
    for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
      md5.update(chunk)
      await storageAttempt('write', () => writeAll(file, chunk, HEADER_BYTES + sizeBytes))
      sizeBytes += chunk.length
    }
    const header = encodeHeader({ contentType, sizeBytes, md5: md5.digest('hex') })
    await storageAttempt('write', async () => {
      await writeAll(file, header, 0)
      await file.sync()
    })
    return { sizeBytes }
  } finally {
    await storageAttempt('close a file', () => file.close())
  }
}

/** Null when there is no such file. */
async function readObjectHead(path: string): Promise<ObjectHead | null> {
  const file = await openToRead(path)
  if (file === null) return null
  try {
    return await storageAttempt('read', () => readHead(file))
  } finally {
    await file.close()
  }
}

/** Null when there is no such file. */
async function readObjectFile(path: string, range?: ByteRange): Promise<StoredObject | null> {
  const file = await openToRead(path)
  if (file === null) return null
  try {
    const head = await storageAttempt('read', () => readHead(file))
    const { start, end } = range ?? { start: 0, end: head.sizeBytes - 1 }
    if (end >= start)
      return {
        ...head,
        body: file.createReadStream({ start: HEADER_BYTES + start, end: HEADER_BYTES + end }),
      }
    await file.close()
    return { ...head, body: Readable.from([]) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openToRead(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (cause) {
    if (isMissing(cause)) return null
    throw new StorageError('the object storage failed to open a file', { cause })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

async function readHead(file: FileHandle): Promise<ObjectHead> {
  const bytes = Buffer.alloc(HEADER_BYTES)
  const { bytesRead } = await file.read(bytes, 0, HEADER_BYTES, 0)
  const { contentType, sizeBytes, md5 } = Header.parse(JSON.parse(bytes.toString('utf8', 0, bytesRead)))
  return { contentType, sizeBytes, etag: `"${md5}"` }
}

function encodeHeader(header: z.infer<typeof Header>): Buffer {
  const text = JSON.stringify(header)
  if (Buffer.byteLength(text) >= HEADER_BYTES) throw new RangeError('the content type is too long')
  return Buffer.from(`${text.padEnd(HEADER_BYTES - 1)}\n`)
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** Links to our own routes, for a store that has none: what may be done, until when, and our signature on it. */
const STORAGE_PATH = '/api/storage'

const unixSeconds = queryNumber(0, Number.MAX_SAFE_INTEGER)

export const GetLink = z.object({ expires: unixSeconds, signature: z.string() })
export type GetLink = z.infer<typeof GetLink>

export const PutLink = GetLink.extend({
  content_type: z.string(),
  content_md5: z.string(),
  content_length: queryNumber(0, Number.MAX_SAFE_INTEGER),
})
export type PutLink = z.infer<typeof PutLink>

function signDiskPut(key: string, constraints: PutConstraints): string {
  const { contentType, contentMd5, contentLength } = constraints
  const expires = secondsFromNow(constraints.expiresInSeconds)
  return linkTo(key, {
    content_type: contentType,
    content_md5: contentMd5,
    content_length: String(contentLength),
    expires: String(expires),
    signature: signLink(['storage-put', key, contentType, contentMd5, contentLength, expires]),
  })
}

function signDiskGet(key: string, expiresInSeconds: number): string {
  const expires = secondsFromNow(expiresInSeconds)
  return linkTo(key, { expires: String(expires), signature: signLink(['storage-get', key, expires]) })
}

/** Throws `invalid_signature` or `link_expired`. */
export function verifyPutLink(key: string, link: PutLink): void {
  const parts = ['storage-put', key, link.content_type, link.content_md5, link.content_length, link.expires]
  verify(parts, link)
}

/** Throws `invalid_signature` or `link_expired`. */
export function verifyGetLink(key: string, link: GetLink): void {
  verify(['storage-get', key, link.expires], link)
}

function verify(parts: (string | number)[], { expires, signature }: GetLink): void {
  if (!isLinkSignature(parts, signature)) throw new AppError('invalid_signature')
  if (clock.now().getTime() >= expires * 1000) throw new AppError('link_expired')
}

function secondsFromNow(seconds: number): number {
  return Math.floor(clock.now().getTime() / 1000) + seconds
}

function linkTo(key: string, query: Record<string, string>): string {
  return `${env().publicUrl}${STORAGE_PATH}/${key}?${new URLSearchParams(query)}`
}
