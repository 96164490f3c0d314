// Instructions of running processes, which other work on the machine hardly changes. Most virtual machines do not count them.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

const options = ['stat', '-x', ',', '-e', 'instructions']
const readCount = (output) => Number.parseInt(/^(\d+)[^\n]*,instructions/m.exec(output)?.[1] ?? '', 10)

export const countsInstructions = () =>
  readCount(spawnSync('perf', [...options, 'true'], { encoding: 'utf8' }).stderr ?? '') > 0

/** Counts until `stop()`, which resolves with the number, threads and processes that begin meanwhile included. */
export function startCounting(pids) {
  const child = spawn('perf', [...options, '-p', pids.join()], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (bytes) => (output += bytes))
  return {
    async stop() {
      child.kill('SIGINT')
      await once(child, 'close')
      return readCount(output)
    },
  }
}
