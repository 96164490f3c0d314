import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStorage } from '../object-storage'
import { probeFolder, seldom } from '../seldom'
import { storageAttempt } from '../storage-error'
import { isMissing, readObjectFile, readObjectHead, writeObjectFile } from './object-file'
import { signDiskGet, signDiskPut } from './signed-link'

/** Files that are still being written; a dot, so that no key can mean this folder. */
const INCOMING = '.incoming'

/** Lower-case words of letters, digits, `_` and `-`: no `.` and no `/` of its own, so no way out of the folder. */
const keyPattern = /^[a-z0-9][a-z0-9_-]{0,99}(\/[a-z0-9][a-z0-9_-]{0,99}){0,5}$/

/** Objects as files under one folder, which all processes must share. Links lead to our own routes. */
export function createDiskStorage(folder: string): ObjectStorage {
  const incoming = join(folder, INCOMING)
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new RangeError('this is not a key of an object')
    return join(folder, key)
  }
  let made: Promise<unknown> | undefined
  /**
   * Made once in a process: a folder that is gone later (its disk is not mounted any more) is a store that is away, and
   * another in its place would have nothing of what was stored.
   */
  const makeFolder = () => {
    made ??= mkdir(incoming, { recursive: true }).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  const requireFolder = () =>
    storageAttempt('find its folder', async () => {
      await makeFolder()
      await access(incoming)
    })
  /** What is missing in a folder that is missing may be there. */
  const unlessAway = async <T>(found: T | null): Promise<T | null> => {
    if (found === null) await requireFolder()
    return found
  }
  return {
    async put(key, body, { contentType }) {
      const target = pathOf(key)
      const temporary = join(incoming, randomUUID())
      await storageAttempt('make a folder', makeFolder)
      try {
        const written = await writeObjectFile(temporary, body, contentType)
        await storageAttempt('move a file into its place', () => moveInto(temporary, target))
        return written
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined) // else the sweep will
        throw error
      }
    },
    get: async (key, range) => unlessAway(await readObjectFile(pathOf(key), range)),
    head: async (key) => unlessAway(await readObjectHead(pathOf(key))),
    async delete(key) {
      const path = pathOf(key)
      await storageAttempt('delete a file', () => rm(path, { force: true }))
      await requireFolder()
      await rmdir(dirname(path)).catch(() => undefined) // the day's last object takes the folder with it
    },
    signPut: async (key, promise) => signDiskPut(key, promise),
    signGet: async (key, { expiresInSeconds }) => signDiskGet(key, expiresInSeconds),
    check: seldom(() =>
      storageAttempt('be written', async () => {
        await makeFolder()
        await probeFolder(incoming)
      }),
    ),
    sweepUnfinished: (before) => storageAttempt('sweep', () => sweepFolder(incoming, before)),
  }
}

/** A folder may vanish with its last object between the two steps: then it is made again. */
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
  // The name itself is on the disk only once the folder is.
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
