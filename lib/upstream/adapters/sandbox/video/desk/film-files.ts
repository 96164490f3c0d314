import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { isNodeError } from '@/lib/platform/safe-fetch/is-node-error'
import { FilmEnding } from './film-ending'

const KEPT_MILLIS = 24 * 3600 * 1000

/**
 * Finished films, in a folder: they outlive the process, are seen by the others on this machine, and take no memory while
 * they wait to be fetched. What is older than a day is removed: its handle can make it again.
 */
export class FilmFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Null: nothing is known here of this film's end. */
  async findEnding(id: string): Promise<FilmEnding | null> {
    const text = await this.#find(`${id}.json`)
    return text === null ? null : FilmEnding.parse(JSON.parse(text.toString()))
  }

  findVideo(id: string): Promise<Buffer | null> {
    return this.#find(`${id}.mp4`)
  }

  findLastFrame(id: string): Promise<Buffer | null> {
    return this.#find(`${id}.png`)
  }

  /** The ending is written last: where it is, the files are. */
  async keep(
    id: string,
    ending: FilmEnding,
    files: { video?: Uint8Array; lastFrame?: Uint8Array | null } = {},
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    if (files.video) await this.#write(`${id}.mp4`, files.video)
    if (files.lastFrame) await this.#write(`${id}.png`, files.lastFrame)
    await this.#write(`${id}.json`, JSON.stringify(ending))
  }

  /** How many processes died over this film, whoever's they were: what was counted outlives a restart. */
  async countDeaths(id: string): Promise<number> {
    return Number((await this.#find(`${id}.deaths`)) ?? 0)
  }

  async keepDeaths(id: string, deaths: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await this.#write(`${id}.deaths`, String(deaths))
  }

  async sweep(): Promise<void> {
    const oldest = clock.now().getTime() - KEPT_MILLIS
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const path = join(this.#folder, name)
      const about = await stat(path).catch(() => null)
      if (about !== null && about.mtimeMs < oldest) await rm(path, { force: true })
    }
  }

  async #find(name: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.#folder, name))
    } catch (error) {
      if (isNodeError(error) && error.code === 'ENOENT') return null
      throw error
    }
  }

  /** Under another name first, so that nobody reads half a file. */
  async #write(name: string, content: Uint8Array | string): Promise<void> {
    const unfinished = join(this.#folder, `${newId('obj')}.unfinished`)
    await writeFile(unfinished, content)
    await rename(unfinished, join(this.#folder, name))
  }
}
