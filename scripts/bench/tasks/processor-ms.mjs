import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10 // Linux counts in hundredths of a second

/** Processor milliseconds that a process and all below it have used so far; NaN where there is no /proc. */
export function processorMs(pid) {
  const all = readAll()
  const tree = new Set([pid])
  for (let before = 0; before !== tree.size; ) {
    before = tree.size
    for (const one of all) if (tree.has(one.parent)) tree.add(one.pid)
  }
  const own = all.filter((one) => tree.has(one.pid))
  return own.length === 0 ? Number.NaN : own.reduce((sum, one) => sum + one.ticks, 0) * MS_PER_TICK
}

function readAll() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readOne(name))
  } catch {
    return []
  }
}

function readOne(name) {
  try {
    // With that of children that have ended. The second field is a name in brackets, with anything in it; those of
    // interest stand behind: state, parent, …
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
  } catch {
    return [] // it ended meanwhile
  }
}
