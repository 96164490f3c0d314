import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { ChildPool, ChildTaskError, type TaskOptions } from '@/lib/platform/child-tasks/child-pool'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { isNodeError } from '@/lib/platform/safe-fetch/outbound-url'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-model'
import { FilmEnding, type FilmOrder, failed, type RenderJob } from './order'

type Work = { order: FilmOrder; progress: number | null; abort: AbortController }

type Means = {
  files: FilmFiles
  media: VideoMediaAccess
  render: RenderFilm
  /** Concurrent films. Others wait in a queue that is fair between customers. */
  slots: number
}

/** The films that this process makes. A film that it did not finish is begun again by the next `enqueue`. */
export class FilmQueue {
  readonly #works = new Map<string, Work>()
  /** The last turn of each customer; customers without a turn since the queue was empty come first. */
  readonly #lastTurns = new Map<string, number>()
  #turn = 0
  #busy = 0

  constructor(readonly means: Means) {}

  /** Queues a film unless it is known. Returns its progress (0–1), null while it waits. */
  enqueue(id: string, order: FilmOrder): number | null {
    const known = this.#works.get(id)
    if (known !== undefined) return known.progress
    this.#works.set(id, { order, progress: null, abort: new AbortController() })
    this.#fill()
    return null
  }

  cancel(id: string): void {
    this.#works.get(id)?.abort.abort(new Error('the film was cancelled'))
    this.#works.delete(id)
  }

  #fill(): void {
    if (this.#works.size === 0) this.#lastTurns.clear()
    for (let next = this.#nextInLine(); next !== undefined; next = this.#nextInLine()) {
      if (this.#busy >= this.means.slots) return
      const [id, work] = next
      this.#lastTurns.set(work.order.customerId, ++this.#turn)
      work.progress = 0
      this.#busy++
      void this.#make(id, work).finally(() => {
        this.#busy--
        if (this.#works.get(id) === work) this.#works.delete(id)
        this.#fill()
      })
    }
  }

  /** The oldest film of the customer who was served longest ago, so that many films of one customer do not delay others. */
  #nextInLine(): [string, Work] | undefined {
    const lastTurn = ([, { order }]: [string, Work]) => this.#lastTurns.get(order.customerId) ?? 0
    const waiting = [...this.#works].filter(([, { progress }]) => progress === null)
    return waiting.sort((one, other) => lastTurn(one) - lastTurn(other))[0]
  }

  async #make(id: string, work: Work): Promise<void> {
    const { order, abort } = work
    const { files, media, render } = this.means
    const makeFilm = async (): Promise<FilmEnding> => {
      const job = { order, media: await readMedia(order, media, abort.signal) }
      return render(job, {
        signal: abort.signal,
        onProgress: (share) => {
          work.progress = share
        },
        deaths: await files.countDeaths(id),
        onDeath: (deaths) => files.keepDeaths(id, deaths),
      })
    }
    const ending = await makeFilm().catch((error) => (abort.signal.aborted ? null : endingOf(error)))
    if (ending === null || abort.signal.aborted) return
    await files
      .keep(id, ending)
      .catch((cause) => logger.error({ err: String(cause) }, 'the sandbox cannot store its films'))
  }
}

function endingOf(error: unknown): FilmEnding {
  if (error instanceof UpstreamError && error.fault === 'rejected')
    return failed(error.code ?? 'invalid_input', error.message)
  logger.error({ err: String(error) }, 'the sandbox failed to make a film')
  if (error instanceof ChildTaskError)
    return error.reason === 'died'
      ? failed('internal_error', 'The process that renders videos crashed twice on this one.')
      : failed('upstream_timeout', 'This video was not rendered in time.')
  return failed('upstream_error', 'The sandbox failed to generate this video.', true)
}

const MIB = 1024 * 1024
const maxBytesOf = { image: 30 * MIB, video: 50 * MIB, audio: 15 * MIB } as const

/** Reads media one after the other, so that at most one is in flight. */
async function readMedia({ media }: FilmOrder, access: VideoMediaAccess, signal: AbortSignal) {
  const read: RenderJob['media'] = []
  for (const { type, role, source } of media)
    read.push({ role, bytes: await access.read(source, { maxBytes: maxBytesOf[type], signal }) })
  return read
}

/** Renders a film. Rejects with ChildTaskError if that crashed the process or took too long, and with the signal's reason. */
export type RenderFilm = (job: RenderJob, options: TaskOptions) => Promise<FilmEnding>

/** One processor is left for requests; four concurrent films are plenty. */
export const FILMS_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))

const children = new ChildPool<RenderJob, FilmEnding>({
  entry: 'lib/upstream/adapters/sandbox/video/film-child.ts',
  result: FilmEnding,
  most: FILMS_AT_ONCE,
  /** The longest film takes a minute of an idle processor. */
  timeLimitMillis: 10 * 60_000,
})

/** The encoders only run in child processes, so that a crash costs one attempt at a film, and no request. */
export const renderInChild: RenderFilm = (job, options) => children.run(job, options)

const KEPT_MILLIS = 24 * 3600 * 1000

/**
 * Films that ended, in a folder: they outlive the process, are visible to other processes on this machine, and use no memory
 * until they are fetched. They are deleted after a day; a handle can render its film again.
 */
export class FilmFiles {
  constructor(readonly folder: string) {}

  /** Null: this film has not ended here. */
  async find(id: string): Promise<FilmEnding | null> {
    const bytes = await this.#read(`${id}.film`)
    return bytes === null ? null : FilmEnding.parse(deserialize(bytes))
  }

  async keep(id: string, ending: FilmEnding): Promise<void> {
    await this.#write(`${id}.film`, serialize(ending))
    await this.#sweep()
  }

  /** How many processes died over this film. The count survives restarts. */
  async countDeaths(id: string): Promise<number> {
    return Number((await this.#read(`${id}.deaths`)) ?? 0)
  }

  keepDeaths(id: string, deaths: number): Promise<void> {
    return this.#write(`${id}.deaths`, String(deaths))
  }

  async #read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.folder, name))
    } catch (error) {
      if (isNodeError(error) && error.code === 'ENOENT') return null
      throw error
    }
  }

  /** Writes under another name first, so that no reader sees half a file. */
  async #write(name: string, content: Uint8Array | string): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const unfinished = join(this.folder, `${newId('obj')}.unfinished`)
    await writeFile(unfinished, content)
    await rename(unfinished, join(this.folder, name))
  }

  async #sweep(): Promise<void> {
    const oldest = clock.now().getTime() - KEPT_MILLIS
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name)
      const about = await stat(path).catch(() => null)
      if (about !== null && about.mtimeMs < oldest) await rm(path, { force: true })
    }
  }
}
