import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { instanceId, listDead } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { beforeAnswers } from '@/lib/platform/stream'
import type { Settlement } from './holds-repository'

/** One of two files: one can be emptied while the other is written. */
type Segment = { path: string; file: number; sizeBytes: number; pending: number }

/** Lines that are written together; `segment` is their file once written, undefined where that failed. */
export type LoggedBatch = { lines: string[]; pending: number; segment: Segment | undefined }

const ROTATE_BYTES = 1_000_000
/** Below this size a file is not emptied after each request; recovery skips what is booked already. */
const KEPT_BYTES = 64_000
const DISK_RETRY_MILLIS = 10_000
const CHECK_MILLIS = 1000

/**
 * Settlements of this process that the database may not have yet, one line each on its disk. A line is written before the
 * answer that it charges for is sent, together with all lines of the same turn of the event loop. Another process books what
 * a killed one left. Not synced: it survives the process, not the machine. Where the disk fails, requests continue unlogged.
 */
export class SettlementLog {
  private segments: Segment[] = []
  private current: Segment | undefined
  private batch: LoggedBatch | undefined
  private brokenUntil = 0
  private checkedAt = 0

  /** `locate` names the folder and the prefix of the files; called when the first line is written. */
  constructor(private readonly locate: () => { folder: string; name: string }) {}

  /** Logs a line before the next answer is sent. Returns the argument for `settled`. */
  append(line: string): LoggedBatch {
    if (this.batch === undefined) {
      this.batch = { lines: [], pending: 0, segment: undefined }
      beforeAnswers.add(() => this.write())
    }
    this.batch.lines.push(line)
    this.batch.pending += 1
    return this.batch
  }

  /** Call when one of the batch's lines is in the database. */
  settled(batch: LoggedBatch): void {
    batch.pending -= 1
    const { segment } = batch
    if (segment === undefined) return
    segment.pending -= 1
    if (segment.pending === 0 && segment.sizeBytes > KEPT_BYTES) empty(segment)
  }

  /** Call when the process ends: deletes files whose lines are all in the database. */
  close(): void {
    this.write()
    for (const { file, path, pending } of this.segments) {
      closeSync(file)
      if (pending === 0) unlinkSync(path)
    }
    this.segments = []
    this.current = undefined
  }

  private write(): void {
    const { batch } = this
    this.batch = undefined
    if (batch === undefined || (this.brokenUntil > 0 && Date.now() < this.brokenUntil)) return
    try {
      this.closeDeleted()
      const segment = this.roomySegment()
      // The line break comes first: a line that a full disk cut off earlier does not corrupt this one.
      const bytes = Buffer.from(`\n${batch.lines.join('\n')}`)
      const writtenBytes = writeSync(segment.file, bytes)
      segment.sizeBytes += writtenBytes
      if (writtenBytes < bytes.length) throw new Error('the disk took only a part')
      segment.pending += batch.pending
      batch.segment = segment
      batch.lines = []
      this.brokenUntil = 0
    } catch (error) {
      this.brokenUntil = Date.now() + DISK_RETRY_MILLIS
      logger.warn({ err: String(error) }, 'settlements are not logged: a killed process would lose some')
    }
  }

  private roomySegment(): Segment {
    const { current } = this
    if (current && current.sizeBytes < ROTATE_BYTES) return current
    const spare = this.segments.find((segment) => segment !== current && segment.pending === 0)
    this.current = spare ?? (current && this.segments.length === 2 ? current : this.open())
    return this.current
  }

  /** Another process took this one for dead, booked its lines and deleted the file: new lines there would be lost. */
  private closeDeleted(): void {
    const now = performance.now()
    if (now - this.checkedAt < CHECK_MILLIS) return
    this.checkedAt = now
    for (const segment of this.segments.filter(({ file }) => fstatSync(file).nlink === 0)) {
      closeSync(segment.file)
      segment.sizeBytes = 0 // its pending lines must not empty the next file with its number
      this.segments = this.segments.filter((one) => one !== segment)
      if (this.current === segment) this.current = undefined
    }
  }

  private open(): Segment {
    const { folder, name } = this.locate()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const number = this.segments.some((one) => one.path.endsWith('.0.jsonl')) ? 1 : 0
    const path = join(folder, `${name}.${number}.jsonl`)
    const segment = { path, file: openSync(path, 'a', 0o600), sizeBytes: 0, pending: 0 }
    this.segments.push(segment)
    return segment
  }
}

function empty(segment: Segment): void {
  ftruncateSync(segment.file)
  segment.sizeBytes = 0
}

/** One settlement in the log. Only the journal knows the shape of `row`. */
export const LogLine = z.object({
  journal: z.string(),
  item: z.object({
    id: z.string(),
    cost: z.string().regex(/^\d+$/),
    customer_id: z.string(),
    api_key_id: z.string().nullable().default(null),
    hold_id: z.string().optional(),
    budgets: z.array(z.object({ id: z.string(), period: z.string().nullable() })).optional(),
  }),
  row: z.record(z.string(), z.unknown()),
})
export type LogLine = z.infer<typeof LogLine>

export function toLogLine(journal: string, { item, row }: Settlement): string {
  return `{"journal":"${journal}","item":${item},"row":${row}}`
}

/** Names of logs start with their process. */
const LOG_NAME = /^(?<instance>inst_[^.]+)\..+\.jsonl$/

/** Prefix of this process's log files. */
export function logName(): string {
  return `${instanceId()}.${process.pid}@${hostname()}`
}

/** Folder of all processes' logs. */
export function logFolder(): string {
  return join(env().DATA_DIR, 'settlements')
}

/** Log files of processes that no longer run. */
export async function listDeadLogs(): Promise<string[]> {
  const folder = logFolder()
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const logs = names.flatMap((name) => {
    const instance = LOG_NAME.exec(name)?.groups?.instance
    return instance && instance !== instanceId() ? [{ name, instance }] : []
  })
  if (logs.length === 0) return []
  const dead = await listDead(logs.map(({ instance }) => instance))
  return logs.filter(({ instance }) => dead.has(instance)).map(({ name }) => join(folder, name))
}
