import { readImage, readImages } from '@/lib/media/images/history'
import { readVideoRecord, readVideos } from '@/lib/media/videos/history'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import { hashLinkToken, newLinkToken } from '@/lib/platform/link-token'
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
import type { CreatedShare, CreateShareRequest, Share, SharedFileQuery, ShareListReply } from './schema'

const HOUR_MILLIS = 3_600_000
/** All are listed: a link that nobody sees is never revoked. */
const MOST_OPEN = 500

/** Throws 404 `task_not_found`, or 409 `task_not_finished` if there is nothing to show. */
export async function createShare(caller: Caller, request: CreateShareRequest): Promise<CreatedShare> {
  const { hours, show_prompt: showsPrompt = false } = request
  const { customerId } = caller
  const { keptUntil, ...shown } = await findShown(caller, request)
  const now = clock.now()
  const { token, hash: tokenDigest } = newLinkToken()
  const end = Math.min(now.getTime() + hours * HOUR_MILLIS, keptUntil)
  const made = { id: newId('share'), customerId, tokenDigest, createdAt: now, expiresAt: new Date(end) }
  const row = await insertShare({ ...made, ...shown, showsPrompt }, MOST_OPEN)
  if (row === undefined)
    throw new AppError('invalid_parameter', {
      message: `At most ${MOST_OPEN} links to results can be open. Revoke one first.`,
    })
  return { ...toShare(row), url: `${env().publicUrl}/share/${token}` }
}

async function findShown(caller: Caller, request: CreateShareRequest) {
  const { task_id: taskId, picture = 1, task_ids: taskIds, title = null } = request
  if (taskId !== undefined) {
    const result = await readResult(caller.customerId, taskId, picture)
    if (result === null) throw new AppError('task_not_finished')
    return { taskId, picture, keptUntil: result.content.expiresAt.getTime() }
  }
  const tasks = await readTasks(caller, [...new Set(taskIds)])
  if (resultsOf(tasks).length === 0) throw new AppError('task_not_found')
  // Each result leaves the page when it expires.
  return {
    taskId: '',
    picture: 1,
    taskIds: tasks.map(({ id }) => id),
    title,
    keptUntil: Number.POSITIVE_INFINITY,
  }
}

export async function listShares(
  caller: Caller,
  query: { task_id?: string | undefined },
): Promise<ShareListReply> {
  const rows = await listOpenShares(caller.customerId, query.task_id, clock.now(), MOST_OPEN)
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
type SharedResults = {
  /** Null for a single result. */
  title: string | null
  items: SharedResult[]
  expiresAt: Date
}

/** `file`: which one it is, for `readSharedFile`. `prompt`: null if it is not shared, or if there is none. */
type SharedResult = { isVideo: boolean; prompt: string | null; file: SharedFileQuery }

/** For anyone who has the link. Throws 404 if it has expired or was revoked, or if none of its results is still kept. */
export async function readShare(token: string): Promise<SharedResults> {
  const row = await findOpenShare(hashLinkToken(token), clock.now())
  if (row === null) throw new AppError('not_found')
  const { title, expiresAt, showsPrompt } = row
  const items = isSingle(row) ? [await readSingle(row)] : await readResults(row)
  if (items.length === 0) throw new AppError('not_found')
  return {
    title: isSingle(row) ? null : (title ?? 'Shared results'),
    items: items.map((one) => (showsPrompt ? one : { ...one, prompt: null })),
    expiresAt,
  }
}

const isSingle = ({ taskIds }: ShareRow) => taskIds.length === 0

async function readSingle(row: ShareRow): Promise<SharedResult> {
  const { content, prompt } = await requireResult(row, row)
  return { isVideo: content.mimeType.startsWith('video/'), prompt, file: { task: 0, picture: 1 } }
}

const callerOf = ({ customerId }: { customerId: string }): Caller => ({
  customerId,
  userId: null,
  apiKey: null,
  isOperator: false,
})

/** All images and videos of its tasks that are still kept, in the order of the tasks. */
async function readResults(row: ShareRow): Promise<SharedResult[]> {
  const found = new Map((await readTasks(callerOf(row), row.taskIds)).map((task) => [task.id, task]))
  return resultsOf(row.taskIds.map((id) => found.get(id)))
}

type SharedTask = { id: string; prompt: string | null; urls: readonly (string | null)[] }

/** Those of these that are tasks of the caller, in the same order. */
async function readTasks(caller: Caller, ids: readonly string[]): Promise<SharedTask[]> {
  const [images, videos] = await Promise.all([readImages(caller, ids), readVideos(caller, ids)])
  const shown = [
    ...images.map(({ id, prompt, images: made }) => ({
      id,
      prompt,
      urls: made.map((one) => one.object_url),
    })),
    ...videos.map(({ id, prompt, video_url }) => ({ id, prompt, urls: [video_url] })),
  ]
  const found = new Map(shown.map((one) => [one.id, one]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function resultsOf(tasks: readonly (SharedTask | undefined)[]): SharedResult[] {
  return tasks.flatMap((shown, task) => {
    const { id = '', urls = [], prompt = null } = shown ?? {}
    return urls.flatMap((url, index) =>
      url === null ? [] : [{ isVideo: id.startsWith('vgen_'), prompt, file: { task, picture: index + 1 } }],
    )
  })
}

/** A file behind a link. Its own URL is not given out, as it would outlive the link. */
export async function readSharedFile(token: string, which: SharedFileQuery): Promise<ServedFile> {
  const row = await findOpenShare(hashLinkToken(token), clock.now())
  if (row === null) throw new AppError('not_found')
  const wanted = isSingle(row) ? row : { taskId: row.taskIds[which.task] ?? '', picture: which.picture }
  const { content } = await requireResult(row, wanted)
  const { mimeType, sizeBytes, sha256, open } = content
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

type Wanted = Pick<ShareRow, 'taskId' | 'picture'>

async function requireResult({ customerId }: ShareRow, { taskId, picture }: Wanted): Promise<Result> {
  const result = await readResult(customerId, taskId, picture).catch(noneWhereGone)
  if (!result) throw new AppError('not_found')
  return result
}

function noneWhereGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'task_not_found') return null
  throw error
}

type Result = { content: ObjectContent; prompt: string | null }

/** Null if the task has no such image, not yet or no longer. Throws 404 `task_not_found`. */
async function readResult(customerId: string, taskId: string, picture: number): Promise<Result | null> {
  const caller = callerOf({ customerId })
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
    task_id: row.taskId || null,
    picture: row.picture,
    task_ids: row.taskIds,
    title: row.title,
    shows_prompt: row.showsPrompt,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}
