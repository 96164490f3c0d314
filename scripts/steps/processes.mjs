// Information about other processes, and lock files that name their holder, so that a killed process's lock is recognized.
import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return statOf(pid)?.state !== 'Z'
}

/** State and start time from Linux's /proc; undefined elsewhere. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], parent: Number(fields[1]), startedAt: fields[19] }
  } catch {
    return undefined
  }
}

export const parentOf = (pid) => statOf(pid)?.parent

/** From /proc on Linux, where `ps` may be missing; elsewhere from `ps`. */
export function childrenOf(pid) {
  if (process.platform === 'linux') {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return processes.map(Number).filter((child) => parentOf(child) === pid)
  }
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

export function commandOf(pid) {
  if (process.platform === 'linux') return readCommandLine(pid)
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? ''
}

function readCommandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Process IDs are reused; an ID with its start time is unique. */
export function startTimeOf(pid) {
  const known = statOf(pid)
  if (known) return known.startedAt
  if (process.platform === 'linux') return ''
  return (spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout ?? '').trim()
}

/** Resolves with whether the process exited in time. */
export async function waitForExit(pid, milliseconds) {
  const end = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await pause(20)
  }
  return true
}

export const identityOf = (pid) => ({ pid, started: startTimeOf(pid) })

export function isSameProcess(identity) {
  return Boolean(identity?.pid) && isAlive(identity.pid) && startTimeOf(identity.pid) === identity.started
}

/** What the holder wrote; undefined if there is no lock. */
export function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes a draft and renames it, so that readers see either the old or the new content. */
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
    linkSync(draft, file) // fails if the file exists, so only one process gets it
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a dead holder's lock, unless another start removed and claimed it meanwhile. */
function removeStale(file, seen) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const removed = readLock(aside)
  if (JSON.stringify(removed) !== JSON.stringify(seen) && isSameProcess(removed)) {
    try {
      linkSync(aside, file)
    } catch {}
  }
  rmSync(aside, { force: true })
}

/**
 * Claims the lock at `file`. While a living process holds it, `onHeld(holder, waitedMilliseconds)` is called repeatedly; it throws to
 * give up. `onStale(holder)` receives what a dead holder wrote.
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
