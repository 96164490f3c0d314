import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Resident megabytes of the largest Node process in the tree under `pid`: of a launcher and its server, the server. */
export function residentMegabytes(pid) {
  const all = process.platform === 'linux' ? fromProc() : fromPs()
  const tree = new Set([pid])
  // Processes come in no useful order, so walk down until nothing is added.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size
    for (const one of all) if (tree.has(one.parent)) tree.add(one.pid)
  }
  const servers = all.filter((one) => tree.has(one.pid) && one.isNode)
  return Math.max(0, ...servers.map((one) => one.kilobytes)) / 1024
}

function fromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const field = (name) => new RegExp(`^${name}:\\s+(.*)`, 'm').exec(status)?.[1] ?? ''
        const isNode =
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0].endsWith('node') ||
          /node|next/.test(field('Name'))
        return [
          {
            pid: Number(pid),
            parent: Number(field('PPid')),
            kilobytes: Number.parseInt(field('VmRSS') || '0', 10),
            isNode,
          },
        ]
      } catch {
        return [] // it ended meanwhile
      }
    })
}

function fromPs() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,rss=,command='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, kilobytes, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)/.exec(line) ?? []
    if (pid === undefined) return []
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        kilobytes: Number(kilobytes),
        isNode: /node|next/.test(command),
      },
    ]
  })
}
