// A lock file that names the process that holds it, so that one left behind by a killed process is known as such.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, startTimeOf } from './processes.mjs'

export const identityOf = (pid) => ({ pid, started: startTimeOf(pid) })

export function isSameProcess(identity) {
  return Boolean(identity?.pid) && isAlive(identity.pid) && startTimeOf(identity.pid) === identity.started
}

/** What the holder wrote; undefined when there is no lock. */
export function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes beside and moves into place: a reader sees the old content or the new one, whole. */
export function writeLock(file, content) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  renameSync(draft, file)
}

function create(file, content) {
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  try {
    linkSync(draft, file) // fails when the file is there: of two who try, one gets it
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a dead holder's lock, unless another start has done so and taken it in the meantime. */
function removeStale(file, seen) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const taken = readLock(aside)
  if (JSON.stringify(taken) !== JSON.stringify(seen) && isSameProcess(taken)) {
    try {
      linkSync(aside, file)
    } catch {}
  }
  rmSync(aside, { force: true })
}

/**
 * Takes the lock at `file`. While a living process holds it, `onHeld(holder, waitedMilliseconds)` is asked again and
 * again; it throws to give up. `onStale(holder)` is told what a dead one had written.
 */
export async function takeLock(file, { onHeld = (_holder, _waited) => {}, onStale = (_holder) => {} } = {}) {
  const self = identityOf(process.pid)
  const startedAt = Date.now()
  while (!create(file, self)) {
    const holder = readLock(file)
    if (isSameProcess(holder)) {
      await onHeld(holder, Date.now() - startedAt)
      await pause(50)
      continue
    }
    if (holder) await onStale(holder)
    removeStale(file, holder)
  }
  return {
    update: (fields) => writeLock(file, { ...self, ...fields }),
    release() {
      if (isSelf(readLock(file), self)) rmSync(file, { force: true })
    },
  }
}

const isSelf = (holder, self) => holder?.pid === self.pid && holder.started === self.started
