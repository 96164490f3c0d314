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

/** The folder of files that are still being written; no key can have its dot. */
const INCOMING = '.incoming'

/** Lower-case letters, digits, `_` and `-` in up to six parts: no `.`, so no way out of the folder. */
const keyPattern = /^[a-z0-9][a-z0-9_-]{0,99}(\/[a-z0-9][a-z0-9_-]{0,99}){0,5}$/

/** Objects as files in one folder, which all processes must share. Links point to our own routes. */
export function createDiskStorage(folder: string): ObjectStorage {
  const incoming = join(folder, INCOMING)
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new RangeError('this is not a valid object key')
    return join(folder, key)
  }
  let created: Promise<unknown> | undefined
  /**
   * Created once per process. If the folder is missing later (its disk is no longer mounted), the store is unavailable: a new
   * folder would not have the stored objects.
   */
  const createFolder = () => {
    created ??= mkdir(incoming, { recursive: true }).catch((error: unknown) => {
      created = undefined
      throw error
    })
    return created
  }
  const requireFolder = () =>
    storageAttempt('find its folder', async () => {
      await createFolder()
      await access(incoming)
    })
  /** An object is only missing if the folder is there. */
  const unlessAway = async <T>(found: T | null): Promise<T | null> => {
    if (found === null) await requireFolder()
    return found
  }
  return {
    async put(key, body, { contentType }) {
      const target = pathOf(key)
      const temporary = join(incoming, randomUUID())
      await storageAttempt('create a folder', createFolder)
      try {
        const written = await writeObjectFile(temporary, body, contentType)
        await storageAttempt('move a file into its place', () => moveInto(temporary, target))
        return written
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined) // or the sweep deletes it
        throw error
      }
    },
    get: async (key, range) => unlessAway(await readObjectFile(pathOf(key), range)),
    head: async (key) => unlessAway(await readObjectHead(pathOf(key))),
    async delete(key) {
      const path = pathOf(key)
      await storageAttempt('delete a file', () => rm(path, { force: true }))
      await requireFolder()
      await rmdir(dirname(path)).catch(() => undefined) // if this was the folder's last object
    },
    signPut: async (key, promise) => signDiskPut(key, promise),
    signGet: async (key, { expiresInSeconds }) => signDiskGet(key, expiresInSeconds),
    check: seldom(() =>
      storageAttempt('be written', async () => {
        await createFolder()
        await probeFolder(incoming)
      }),
    ),
    sweepUnfinished: (before) => storageAttempt('sweep', () => sweepFolder(incoming, before)),
  }
}

/** Another process may delete the folder between the two steps, with its last object: then it is created again. */
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
  // The file's name is only on the disk once the folder is synced.
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

/** An object is one file: a header of 1 KiB, then its bytes. So one rename replaces both. */
const HEADER_BYTES = 1024

const Header = z.object({
  contentType: z.string(),
  sizeBytes: z.int().min(0),
  /** Hex. */
  md5: z.string(),
})

/** Writes the header and the bytes, and waits until the disk has them. */
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

/** Null if there is no such file. */
async function readObjectHead(path: string): Promise<ObjectHead | null> {
  const file = await openToRead(path)
  if (file === null) return null
  try {
    return await storageAttempt('read', () => readHead(file))
  } finally {
    await file.close()
  }
}

/** Null if there is no such file. */
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

/** The route of links to files on disk. They are signed with the allowed operation and the expiry. */
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
