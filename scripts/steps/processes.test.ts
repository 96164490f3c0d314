import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimInstance } from './claim-instance.mjs'
import { identityOf, isSameProcess, readLock, takeLock, writeLock } from './processes.mjs'
import { onStopRequest } from './stop.mjs'

const stopModule = pathToFileURL(resolve('scripts/steps/stop.mjs')).href

describe('processes', () => {
  let file = ''
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'lock-')), 'a.lock')
  })

  describe('takeLock', () => {
    it('is held until it is released, and leaves nothing behind', async () => {
      const lock = await takeLock(file)
      lock.update({ port: 3000 })
      expect(readLock(file)).toMatchObject({ pid: process.pid, port: 3000 })
      const held = takeLock(file, {
        onHeld: (holder: { port: number }) => {
          throw new Error(`held, port ${holder.port}`)
        },
      })
      await expect(held).rejects.toThrow('held, port 3000')
      lock.release()
      expect(readdirSync(join(file, '..'))).toEqual([])
    })

    it('lets one after the other in', async () => {
      const order: number[] = []
      const enter = async (number: number) => {
        const lock = await takeLock(file)
        order.push(number)
        await new Promise((resolve) => setImmediate(resolve))
        order.push(number)
        lock.release()
      }
      await Promise.all([enter(1), enter(2)])
      expect([order[0], order[2]]).toEqual([order[1], order[3]])
    })

    it('takes over from a process that is gone', async () => {
      const child = spawn('sleep', ['60'])
      const dead = identityOf(child.pid)
      expect(isSameProcess(dead)).toBe(true)
      child.kill('SIGKILL')
      await once(child, 'exit')
      writeFileSync(file, JSON.stringify(dead))
      const seen: unknown[] = []
      const lock = await takeLock(file, { onStale: (holder: unknown) => seen.push(holder) })
      expect(seen).toEqual([dead])
      expect(readLock(file)).toMatchObject({ pid: process.pid })
      lock.release()
      expect(existsSync(file)).toBe(false)
    })

    it('takes over from a process whose number another one has by now, and from half a file', async () => {
      writeFileSync(file, JSON.stringify({ pid: process.ppid, started: 'long ago' }))
      ;(await takeLock(file)).release()
      writeFileSync(file, '{"pid":')
      ;(await takeLock(file)).release()
    })
  })
})

describe('stopping', () => {
  const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') }
  const stop = vi.fn()
  const forced = vi.fn()

  afterEach(() => {
    vi.useRealTimers()
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      for (const listener of process.listeners(signal))
        if (!before[signal].includes(listener)) process.off(signal, listener)
  })

  it('a signal is told once, however often it arrives; a second order does not wait', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    onStopRequest(stop, forced)
    process.emit('SIGINT') // from the terminal
    vi.advanceTimersByTime(300)
    process.emit('SIGTERM') // the same order, passed on by npm
    expect([stop.mock.calls.length, forced.mock.calls.length]).toEqual([1, 0])
    vi.advanceTimersByTime(5000)
    process.emit('SIGINT')
    expect([stop.mock.calls.length, forced.mock.calls.length]).toEqual([1, 1])
  })
})

/** Writes what it is told into a file; on a terminal of its own where `script` gives it one. */
function hungUp(file: string, onTerminal: boolean) {
  const program = `import { appendFileSync } from 'node:fs'
    import { onHangUp } from '${stopModule}'
    const say = (word) => appendFileSync('${file}', word + '\\n')
    process.on('SIGTERM', () => { say('end'); process.exit(0) })
    onHangUp(() => say('reload'))
    setInterval(() => {}, 1000)
    say('pid ' + process.pid)`
  const source = `${file}.mjs`
  writeFileSync(source, program)
  const options = { stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'] }
  const command = `'${process.execPath}' '${source}'`
  return onTerminal
    ? spawn('script', ['-qec', command, '/dev/null'], options)
    : spawn(process.execPath, [source], options)
}

describe('a hang-up', () => {
  const said = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const pidIn = (file: string) => Number(/pid (\d+)/.exec(said(file))?.[1])
  const untilSaid = (file: string, word: string) =>
    vi.waitFor(() => expect(said(file)).toContain(word), { timeout: 20_000 })

  it('asks to read settings anew, and stops nothing', async () => {
    const file = join(newDataDir(), 'said')
    const child = hungUp(file, false)
    await untilSaid(file, 'pid')
    for (const times of [1, 2]) {
      process.kill(pidIn(file), 'SIGHUP')
      await vi.waitFor(() => expect(said(file).split('reload')).toHaveLength(times + 1), { timeout: 20_000 })
    }
    child.kill('SIGTERM')
    await untilSaid(file, 'end')
  }, 60_000)

  const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
  it.skipIf(!hasScript)(
    'ends what runs in a terminal that closes, and nothing while it is open',
    async () => {
      const file = join(newDataDir(), 'said')
      const terminal = hungUp(file, true)
      await untilSaid(file, 'pid')
      process.kill(pidIn(file), 'SIGHUP')
      await untilSaid(file, 'reload')
      terminal.kill('SIGKILL')
      await untilSaid(file, 'end')
    },
    60_000,
  )
})

const newDataDir = () => mkdtempSync(join(tmpdir(), 'instance-'))

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { server, port: address.port }
}

describe('A start on a port that is taken', () => {
  it('fails at once', async () => {
    const { server, port } = await listen()
    await expect(claimInstance({ dataDir: newDataDir(), port })).rejects.toThrow(`Port ${port} is in use`)
    server.close()
  })

  it('waits for the port of an instance that was killed and is not quite gone', async () => {
    const { server, port } = await listen()
    const dataDir = newDataDir()
    writeLock(join(dataDir, 'instance.lock'), { pid: 2 ** 22 + 1, started: '0', port })
    const claimed = claimInstance({ dataDir, port })
    setTimeout(() => server.close(), 100)
    expect(await claimed).toMatchObject({ port })
  })
})

describe('DATA_DIR', () => {
  it('is made with all that leads to it', async () => {
    const dataDir = join(newDataDir(), 'a', 'b')
    await claimInstance({ dataDir, port: 0 })
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  it('that cannot be made ends the start with a sentence', async () => {
    const file = join(newDataDir(), 'file')
    writeFileSync(file, '')
    for (const dataDir of [file, join(file, 'b'), '/proc/portico/data'])
      await expect(claimInstance({ dataDir, port: 0 })).rejects.toThrow('DATA_DIR cannot be used: ')
  })
})
