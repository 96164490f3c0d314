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
  /** Films at once; the others wait in line, and customers take turns in it. */
  slots: number
}

/** The films that this process has in hand. What it forgets when it ends, the next `take` begins again. */
export class FilmDesk {
  readonly #works = new Map<string, Work>()
  /** Which turn each customer had last; those who had none since the line was empty come first. */
  readonly #lastTurns = new Map<string, number>()
  #turn = 0
  #busy = 0

  constructor(readonly means: Means) {}

  /** Queues a film unless it is known; returns its progress (0–1), null while it waits in line. */
  take(id: string, order: FilmOrder): number | null {
    const known = this.#works.get(id)
    if (known !== undefined) return known.progress
    this.#works.set(id, { order, progress: null, abort: new AbortController() })
    this.#fill()
    return null
  }

  drop(id: string): void {
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

  /** The oldest film of the customer who was served longest ago: a long line of one customer delays no other. */
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
      .catch((cause) => logger.error({ err: String(cause) }, 'the sandbox cannot keep its films'))
  }
}

function endingOf(error: unknown): FilmEnding {
  if (error instanceof UpstreamError && error.fault === 'rejected')
    return failed(error.code ?? 'invalid_input', error.message)
  logger.error({ err: String(error) }, 'the sandbox failed to make a film')
  if (error instanceof ChildTaskError)
    return error.reason === 'died'
      ? failed('internal_error', 'The process that makes films died twice over this one.')
      : failed('upstream_timeout', 'This film was not made in the time that a film is given.')
  return failed('upstream_error', 'The sandbox failed to make this film.', true)
}

const MIB = 1024 * 1024
const maxBytesOf = { image: 30 * MIB, video: 50 * MIB, audio: 15 * MIB } as const

/** One after the other, so that no more than one answer is in flight. */
async function readMedia({ media }: FilmOrder, access: VideoMediaAccess, signal: AbortSignal) {
  const read: RenderJob['media'] = []
  for (const { type, role, source } of media)
    read.push({ role, bytes: await access.read(source, { maxBytes: maxBytesOf[type], signal }) })
  return read
}

/** Makes a film. Rejects with ChildTaskError where that killed the process or took too long, with the signal's reason when aborted. */
export type RenderFilm = (job: RenderJob, options: TaskOptions) => Promise<FilmEnding>

/** One processor is left to answer requests; four films at once are plenty. */
export const FILMS_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))

const children = new ChildPool<RenderJob, FilmEnding>({
  entry: 'lib/upstream/adapters/sandbox/video/film-child.ts',
  result: FilmEnding,
  most: FILMS_AT_ONCE,
  /** The longest film takes a minute of an idle processor. */
  timeLimitMillis: 10 * 60_000,
})

/** The encoders run in child processes alone: what crashes there costs one attempt at a film, and no request. */
export const renderInChild: RenderFilm = (job, options) => children.run(job, options)

const KEPT_MILLIS = 24 * 3600 * 1000

/**
 * Films that ended, in a folder: they outlive the process, are seen by the others on this machine, and take no memory while
 * they wait to be fetched. What is older than a day is removed: its handle can make it again.
 */
export class FilmFiles {
  constructor(readonly folder: string) {}

  /** Null: nothing is known here of this film's end. */
  async find(id: string): Promise<FilmEnding | null> {
    const bytes = await this.#read(`${id}.film`)
    return bytes === null ? null : FilmEnding.parse(deserialize(bytes))
  }

  async keep(id: string, ending: FilmEnding): Promise<void> {
    await this.#write(`${id}.film`, serialize(ending))
    await this.#sweep()
  }

  /** How many processes died over this film, any process's: the count outlives a restart. */
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

  /** Under another name first, so that no reader sees half a file. */
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
