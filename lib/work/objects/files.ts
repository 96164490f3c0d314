import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { cutText } from '@/lib/platform/escape'
import { newId } from '@/lib/platform/ids'
import { parseInput } from '@/lib/platform/parse-input'
import type { ObjectBody } from '@/lib/platform/storage/object-storage'
import { refuseTooMuchWaiting } from '@/lib/platform/storage/storage'
import type { ServedFile } from '@/lib/platform/stream'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { deleteObjects, extendObject, keepObject } from './keep-object'
import { type ObjectContent, readObject } from './read-object'
import {
  countReader,
  deleteExpired,
  type FileRow,
  findFile,
  insertFile,
  listFileRows,
  removeFile,
  sumUploaded,
} from './repository'
import {
  type DeletedFile,
  FileFields,
  type FileList,
  type FileListQuery,
  type FileObject,
  KEPT_SECONDS,
  toIdList,
} from './schema'

export { eraseFilesOf } from './repository'

/** A form field, or a file, whose bytes are read before the next part. */
type Part = { name: string } & ({ text: string } | { fileName: string; body: AsyncIterable<Uint8Array> })

/**
 * Stores a file from a form; its fields may precede or follow it. Throws 400 naming the field, 429 if the customer stores too much,
 * StorageError, and errors of the form; then nothing is stored.
 */
export async function createFile(caller: Caller, form: AsyncIterable<Part>): Promise<FileObject> {
  const { customerId } = caller
  const fields: Record<string, string> = {}
  let kept: KeptBytes | undefined
  try {
    for await (const part of form) {
      if ('text' in part) fields[part.name] = part.text
      else if (part.name !== 'file' || kept) throw unexpectedFile(part.name)
      else {
        refuseTooMuchWaiting(await sumUploaded(customerId, clock.now()))
        kept = await keepBytes({ customerId, fileName: nameOf(part.fileName), body: part.body })
      }
    }
    const { purpose, 'expires_after[seconds]': seconds } = parseInput(FileFields, fields)
    if (kept === undefined)
      throw new AppError('missing_parameter', { param: 'file', message: 'file is required.' })
    if (kept.sizeBytes === 0)
      throw new AppError('invalid_parameter', { param: 'file', message: 'file must not be empty.' })
    const bytes = kept
    return await inTransaction((transaction) => addFile(bytes, { purpose, seconds }, transaction))
  } catch (error) {
    if (kept) await deleteObjects(customerId, [kept.objectId])
    throw error
  }
}

function unexpectedFile(param: string): AppError {
  const message = param === 'file' ? 'file must be one file.' : `${param} must not be a file.`
  return new AppError('invalid_parameter', { param, message })
}

/** Without folders, which some clients send, and control characters. */
function nameOf(given: string): string {
  const name = given.replace(/^.*[/\\]/, '').replace(/\p{Cc}/gu, '')
  return cutText(name.toWellFormed(), 255) || 'file.jsonl'
}

/** Stored temporarily, until `addFile` creates the file. */
export type KeptBytes = { customerId: string; objectId: string; fileName: string; sizeBytes: number }

const UNNAMED_MILLIS = 3600_000

export async function keepBytes(file: {
  customerId: string
  fileName: string
  body: ObjectBody
}): Promise<KeptBytes> {
  const { customerId, fileName } = file
  const expiresAt = new Date(clock.now().getTime() + UNNAMED_MILLIS)
  const kept = await keepObject({ ...file, mimeType: 'application/jsonl', access: 'signed', expiresAt })
  return { customerId, objectId: kept.id, fileName, sizeBytes: kept.sizeBytes }
}

/** Creates a file from kept bytes when `transaction` commits. */
export async function addFile(
  { customerId, objectId, fileName, sizeBytes }: KeptBytes,
  { purpose, seconds = KEPT_SECONDS }: { purpose: FileObject['purpose']; seconds?: number | undefined },
  transaction: Transaction,
): Promise<FileObject> {
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + seconds * 1000)
  const id = newId('file')
  const row = {
    id,
    customerId,
    objectId,
    purpose,
    fileName,
    sizeBytes: BigInt(sizeBytes),
    createdAt,
    expiresAt,
  }
  await insertFile({ ...row, readers: 0 }, transaction)
  await extendObject({ customerId, id: objectId, expiresAt }, transaction)
  return present(row)
}

function present(row: Omit<FileRow, 'readers' | 'purpose'> & { purpose: string }): FileObject {
  return {
    id: row.id,
    object: 'file',
    bytes: Number(row.sizeBytes),
    created_at: Math.floor(row.createdAt.getTime() / 1000),
    expires_at: Math.floor(row.expiresAt.getTime() / 1000),
    filename: row.fileName,
    purpose: row.purpose === 'batch' ? 'batch' : 'batch_output',
    status: 'processed',
  }
}

async function requireFile(customerId: string, id: string): Promise<FileRow> {
  const row = await findFile(customerId, id, clock.now())
  if (row === null) throw noSuchFile()
  return row
}

const noSuchFile = () => new AppError('not_found', { message: 'File not found.' })

/** Throws `not_found`. */
export async function readFile({ customerId }: Caller, id: string): Promise<FileObject> {
  return present(await requireFile(customerId, id))
}

export async function listFiles({ customerId }: Caller, query: FileListQuery): Promise<FileList> {
  const { limit, after, order, purpose } = query
  const rows = await listFileRows(customerId, { after, order, purpose, take: limit + 1 }, clock.now())
  return toIdList(rows.map(present), limit)
}

/** Throws `not_found`, and `file_in_use` while a batch reads it. */
export async function deleteFile({ customerId }: Caller, id: string): Promise<DeletedFile> {
  await requireFile(customerId, id)
  await inTransaction(async (transaction) => {
    const objectId = await removeFile(customerId, id, transaction)
    if (objectId === undefined) throw new AppError('file_in_use')
    await deleteObjects(customerId, [objectId], transaction)
  })
  return { id, object: 'file', deleted: true }
}

/** A file for download. Throws `not_found`. */
export async function openFile({ customerId }: Caller, id: string): Promise<ServedFile> {
  const row = await requireFile(customerId, id)
  const content = await openBytes(row)
  return {
    mimeType: content.mimeType,
    sizeBytes: content.sizeBytes,
    etag: `"${content.sha256}"`,
    goodUntil: row.expiresAt,
    isShared: false,
    fileName: row.fileName,
    isDownload: true,
    open: content.open,
  }
}

async function openBytes({ customerId, objectId }: FileRow): Promise<ObjectContent> {
  const content = await readObject(customerId, objectId)
  if (content === null) throw noSuchFile()
  return content
}

/** The content of a batch's input. Throws `not_found`; opening it throws StorageError. */
export async function openInput(customerId: string, id: string): Promise<ObjectContent> {
  return openBytes(await requireFile(customerId, id))
}

/** Registers a reader: the file cannot be deleted until `endReading`. Throws 400 naming `param`. */
export async function beginReading(
  { customerId, id, until, param }: { customerId: string; id: string; until: Date; param: string },
  transaction: Transaction,
): Promise<void> {
  const refuse = (message: string) => new AppError('invalid_parameter', { param, message })
  const row = await findFile(customerId, id, clock.now(), transaction)
  if (row?.purpose !== 'batch') throw refuse(`${param} must be a file uploaded with the purpose "batch".`)
  if (row.expiresAt < until)
    throw refuse(`${param} expires before the batch may have ended. Upload the file again.`)
  if (!(await countReader(id, 1, transaction))) throw refuse(`${param} was just deleted.`)
}

export async function endReading(id: string, transaction: Transaction): Promise<void> {
  await countReader(id, -1, transaction)
}

/** Deletes expired files; the sweep of objects deletes their bytes. */
export async function sweepFiles(): Promise<void> {
  await deleteExpired(clock.now())
}
