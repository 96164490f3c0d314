// Everything of one contender, its database too, as a group: its processor time and its memory. Exact with a control group (version 1
// or 2), which takes root; otherwise from /proc, in hundredths of a second.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pidsUnder, processorMs } from './harness.mjs'

const KINDS = [
  {
    root: '/sys/fs/cgroup/cpuacct',
    readMs: (folder) => Number(readFileSync(join(folder, 'cpuacct.usage'), 'utf8')) / 1e6,
  },
  {
    root: '/sys/fs/cgroup',
    readMs: (folder) =>
      Number(/usage_usec (\d+)/.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))[1]) / 1e3,
  },
]

/** Removed when the bench ends. */
const folders = []
process.once('exit', () => {
  for (const folder of folders) quietly(() => rmdirSync(folder))
})

function openControlGroup(name) {
  for (const { root, readMs } of KINDS) {
    const folder = join(root, name)
    try {
      mkdirSync(folder)
      readMs(folder)
      folders.push(folder)
      return { file: join(folder, 'cgroup.procs'), readMs: () => readMs(folder) }
    } catch {} // another version, or not allowed
  }
}

const quietly = (work) => {
  try {
    return work()
  } catch {
    return undefined // the process has ended
  }
}

export function openGroup(id) {
  const control = openControlGroup(`portico-bench-${process.pid}-${id}`)
  const roots = []
  const list = () =>
    control
      ? readFileSync(control.file, 'utf8').split('\n').filter(Boolean).map(Number)
      : roots.flatMap(pidsUnder)
  return {
    isExact: control !== undefined,
    /** The process, and all that it starts from now on. */
    add(pid) {
      roots.push(pid)
      if (control) for (const each of pidsUnder(pid)) quietly(() => writeFileSync(control.file, String(each)))
    },
    pids: list,
    processorMs: () => control?.readMs() ?? roots.reduce((sum, pid) => sum + processorMs(pid), 0),
    megabytes: () => megabytesOf(list()),
    kill() {
      for (const pid of list()) quietly(() => process.kill(pid, 'SIGKILL'))
    },
  }
}

/** Shared pages are divided among those who share them, so that workers are not counted twice. */
function megabytesOf(pids) {
  const sum = { own: 0, database: 0 }
  for (const pid of pids) {
    const kilobytes = quietly(
      () => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1],
    )
    const name = quietly(() => readFileSync(`/proc/${pid}/comm`, 'utf8')) ?? ''
    sum[/^(postgres|redis)/.test(name) ? 'database' : 'own'] += Number(kilobytes ?? 0) / 1024
  }
  return sum
}
