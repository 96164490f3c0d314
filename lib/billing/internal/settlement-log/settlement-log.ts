import { closeSync, ftruncateSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { logger } from '@/lib/platform/logger'

/** A file of its own, so that one can be emptied while the other is written. */
type Segment = { path: string; file: number; sizeBytes: number; pending: number }

const ROTATE_BYTES = 1_000_000
/** An idle process need not empty its file after each request: what is read again is known to be booked. */
const KEPT_BYTES = 64_000
const DISK_RETRY_MILLIS = 10_000

/**
 * The settlements of this process that the database may not have yet, on its disk: a line each, written before the answer
 * that it pays for is sent. A process that is killed leaves them there, and another books them. Not synced: it survives
 * the process, not the machine. Where the disk fails requests go on without it.
 */
export class SettlementLog {
  private segments: Segment[] = []
  private current: Segment | undefined
  private brokenUntil = 0

  /** Where its files are and what their names begin with; asked when the first line is written. */
  constructor(private readonly place: () => { folder: string; name: string }) {}

  /** Answers what `settled` is to be told; undefined where it could not be written. */
  append(line: string): Segment | undefined {
    if (this.brokenUntil > 0 && Date.now() < this.brokenUntil) return undefined
    try {
      const segment = this.roomySegment()
      // The line break comes first: what a full disk cut off before does not spoil this line.
      segment.sizeBytes += writeSync(segment.file, `\n${line}`)
      segment.pending += 1
      this.brokenUntil = 0
      return segment
    } catch (error) {
      this.brokenUntil = Date.now() + DISK_RETRY_MILLIS
      logger.warn({ err: String(error) }, 'settlements are not logged: a killed process would lose some')
      return undefined
    }
  }

  /** The database has it. */
  settled(segment: Segment): void {
    segment.pending -= 1
    if (segment.pending === 0 && segment.sizeBytes > KEPT_BYTES) empty(segment)
  }

  /** At the end of the process: leaves only files with something in them that the database does not have. */
  close(): void {
    for (const { file, path, pending } of this.segments) {
      closeSync(file)
      if (pending === 0) unlinkSync(path)
    }
    this.segments = []
    this.current = undefined
  }

  private roomySegment(): Segment {
    const { current } = this
    if (current && current.sizeBytes < ROTATE_BYTES) return current
    const spare = this.segments.find((segment) => segment !== current && segment.pending === 0)
    this.current = spare ?? (current && this.segments.length === 2 ? current : this.open())
    return this.current
  }

  private open(): Segment {
    const { folder, name } = this.place()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${name}.${this.segments.length}.jsonl`)
    const segment = { path, file: openSync(path, 'a', 0o600), sizeBytes: 0, pending: 0 }
    this.segments.push(segment)
    return segment
  }
}

function empty(segment: Segment): void {
  ftruncateSync(segment.file)
  segment.sizeBytes = 0
}
