import { createHash, randomBytes } from 'node:crypto'
import { readImage } from '@/lib/media/images/history'
import { readVideoRecord } from '@/lib/media/videos/history'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import type { ServedFile } from '@/lib/platform/stream'
import type { Transaction } from '@/lib/platform/transaction'
import { type ObjectContent, readObjectByUrl } from '@/lib/work/objects/read-object'
import {
  deleteShare,
  deleteSharesOf,
  findOpenShare,
  insertShare,
  listOpenShares,
  type ShareRow,
} from './repository'
import type { CreatedShare, CreateShareRequest, Share, ShareListReply } from './schema'

const HOUR_MILLIS = 3_600_000

/** Throws 404 `task_not_found`, or 409 `task_not_finished` if there is nothing to show. */
export async function createShare(caller: Caller, request: CreateShareRequest): Promise<CreatedShare> {
  const { task_id: taskId, picture = 1, hours, show_prompt: showsPrompt = false } = request
  const { customerId } = caller
  const result = await readResult(customerId, taskId, picture)
  if (result === null) throw new AppError('task_not_finished')
  const now = clock.now()
  const token = randomBytes(24).toString('base64url')
  const end = Math.min(now.getTime() + hours * HOUR_MILLIS, result.content.expiresAt.getTime())
  const row = await insertShare(
    {
      id: newId('share'),
      customerId,
      tokenDigest: digestOf(token),
      taskId,
      picture,
      showsPrompt,
      createdAt: now,
      expiresAt: new Date(end),
    },
    now,
  )
  return { ...toShare(row), url: `${env().publicUrl}/share/${token}` }
}

export async function listShares(
  caller: Caller,
  query: { task_id?: string | undefined },
): Promise<ShareListReply> {
  const rows = await listOpenShares(caller.customerId, query.task_id, clock.now())
  return { items: rows.map(toShare) }
}

/** Ends a link. Throws 404. */
export async function revokeShare(caller: Caller, id: string) {
  // Text that is no id is not looked up: PostgreSQL rejects NUL characters, for example.
  const isOurs = timeOfId(id) !== undefined
  if (!isOurs || !(await deleteShare(caller.customerId, id))) throw new AppError('not_found')
  return { id, object: 'share', deleted: true } as const
}

/** Deletes the links of a deleted customer. */
export function eraseSharesOf(customerId: string, transaction?: Transaction): Promise<void> {
  return deleteSharesOf(customerId, transaction)
}

/** What a link shows. */
type SharedResult = {
  isVideo: boolean
  /** Null if it is not shared, or if there is none. */
  prompt: string | null
  expiresAt: Date
}

/** For anyone who has the link. Throws 404 if it has expired or was revoked, or if its result is no longer kept. */
export async function readShare(token: string): Promise<SharedResult> {
  const { row, result } = await openShare(token)
  return {
    isVideo: result.content.mimeType.startsWith('video/'),
    prompt: row.showsPrompt ? result.prompt : null,
    expiresAt: row.expiresAt,
  }
}

/** The file behind a link. Its own URL is not given out, as it would outlive the link. */
export async function readSharedFile(token: string): Promise<ServedFile> {
  const { result } = await openShare(token)
  const { mimeType, sizeBytes, sha256, open } = result.content
  return {
    mimeType,
    sizeBytes,
    etag: `"${sha256}"`,
    // Never cached, so that it ends with the link.
    goodUntil: clock.now(),
    isShared: false,
    fileName: `shared.${mimeType.split('/')[1] ?? 'bin'}`,
    isDownload: false,
    open,
  }
}

async function openShare(token: string): Promise<{ row: ShareRow; result: Result }> {
  const row = await findOpenShare(digestOf(token), clock.now())
  const result = row && (await readResult(row.customerId, row.taskId, row.picture).catch(noneWhereGone))
  if (!row || !result) throw new AppError('not_found')
  return { row, result }
}

function noneWhereGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'task_not_found') return null
  throw error
}

type Result = { content: ObjectContent; prompt: string | null }

/** Null if the task has no such image, not yet or no longer. Throws 404 `task_not_found`. */
async function readResult(customerId: string, taskId: string, picture: number): Promise<Result | null> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  const { url, prompt } = taskId.startsWith('vgen_')
    ? await readVideoRecord(caller, taskId).then((task) => ({ url: task.video_url, prompt: task.prompt }))
    : await readImage(caller, taskId).then((task) => ({
        url: task.images[picture - 1]?.object_url ?? null,
        prompt: task.prompt,
      }))
  const content = url === null ? null : await readObjectByUrl(customerId, url)
  return content && { content, prompt }
}

function toShare(row: ShareRow): Share {
  return {
    id: row.id,
    task_id: row.taskId,
    picture: row.picture,
    shows_prompt: row.showsPrompt,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}

function digestOf(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest())
}
