import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { identityOf, isSameProcess, readLock, takeLock } from './processes.mjs'

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
