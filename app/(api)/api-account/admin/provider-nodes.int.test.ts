import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { OperatorProvider, OperatorProviderList } from '@/lib/operator/admin/catalog-schema'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { startKeyedUpstream } from '@/lib/upstream/testing/keyed-upstream'
import { asking, newPerson, openDoors } from './testing'

const upstream = await startKeyedUpstream()
process.env.OPENAI_BASE_URL = upstream.baseUrl
const { accept, keysAsked } = upstream
const { call, close } = await openDoors()
const operator = await newPerson({ isOperator: true })
const MODEL = 'openai/gpt-4.1-mini'
const GOOD = 'sk-good-key-000000000-AAAA'
const OTHER = 'sk-other-key-00000000-BBBB'

beforeEach(() => accept({ [GOOD]: 'ok', [OTHER]: 'ok' }))

afterEach(async () => {
  await prisma.providerKey.deleteMany()
  await loadCatalog()
})

afterAll(async () => {
  delete process.env.OPENAI_BASE_URL
  close()
  await upstream.stop()
})

describe('several nodes', () => {
  const script = fileURLToPath(
    new URL('../../../../lib/catalog/credentials/testing/node-process.mjs', import.meta.url),
  )
  if (call === undefined) throw new Error('there is no door')
  const ask = asking(call, operator)

  async function startNode(): Promise<{ child: ChildProcess; call: () => Promise<unknown> }> {
    const child = fork(script, { env: { ...process.env, DATABASE_URL: env().DATABASE_URL }, execArgv: [] })
    await once(child, 'message')
    const call = async () => {
      child.send(MODEL)
      return (await once(child, 'message'))[0]
    }
    return { child, call }
  }

  it('use a key that was added on another node until it is removed', async () => {
    const node = await startNode()
    try {
      expect(await node.call()).toBeNull()
      const { body } = await ask('POST', '/providers/openai/keys', { key: GOOD })
      await expect.poll(node.call).toContain('"Hi"')
      expect(new Set(keysAsked())).toEqual(new Set(['AAAA']))
      const { keys } = OperatorProvider.parse(body)
      await ask('DELETE', `/providers/openai/keys/${keys[0]?.id}`)
      await expect.poll(node.call).toBeNull()
    } finally {
      node.child.kill('SIGKILL')
    }
  })

  it('know of a key that one of them found rejected', async () => {
    const node = await startNode()
    try {
      await ask('POST', '/providers/openai/keys', { key: GOOD })
      await ask('POST', '/providers/openai/keys', { key: OTHER })
      accept({ [GOOD]: 'ok' })
      const refused = () =>
        prisma.providerKey.count({ where: { refusedAt: { not: null }, lastFour: 'BBBB' } })
      await expect
        .poll(async () => {
          expect(await node.call()).toContain('"Hi"')
          return refused()
        })
        .toBe(1)
      const { data } = OperatorProviderList.parse((await ask('GET', '/providers')).body)
      expect(
        data.find(({ id }) => id === 'openai')?.keys.map(({ refused_at }) => refused_at !== null),
      ).toEqual([false, true])
    } finally {
      node.child.kill('SIGKILL')
    }
  })
})
