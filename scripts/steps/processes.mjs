// Questions about other processes.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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

/** Linux has them in /proc, whatever is installed; elsewhere `ps` is a part of the system. */
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

/** A process number comes back after a while; the number together with this does not. */
export function startTimeOf(pid) {
  const known = statOf(pid)
  if (known) return known.startedAt
  if (process.platform === 'linux') return ''
  return (spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout ?? '').trim()
}

/** Resolves with whether the process has gone within the time. */
export async function waitForExit(pid, milliseconds) {
  const end = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await pause(20)
  }
  return true
}
