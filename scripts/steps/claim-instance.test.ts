import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimInstance } from './claim-instance.mjs'
import { writeLock } from './processes.mjs'

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
