import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { ByteRange, ObjectBody, ObjectHead, StoredObject } from '../object-storage'
import { StorageError, storageAttempt } from '../storage-error'

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
export async function writeObjectFile(
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
export async function readObjectHead(path: string): Promise<ObjectHead | null> {
  const file = await openToRead(path)
  if (file === null) return null
  try {
    return await storageAttempt('read', () => readHead(file))
  } finally {
    await file.close()
  }
}

/** Null when there is no such file. */
export async function readObjectFile(path: string, range?: ByteRange): Promise<StoredObject | null> {
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

export function isMissing(error: unknown): boolean {
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
