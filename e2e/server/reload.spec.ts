import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { openPortico } from '../open-portico'
import { test } from '../test'

for (const workers of ['1', '2'])
  test(`a hang-up puts the limits of portico.yaml in force, and a wrong file changes nothing, with WORKERS=${workers}`, async ({
    browserName: _,
  }, testInfo) => {
    const file = testInfo.outputPath('portico.yaml')
    const write = (chat: string) => writeFileSync(file, `limits:\n  chat: ${chat}\n`)
    write('41')
    const name = `reload-${workers}`
    const portico = await openPortico(name, { PORTICO_CONFIG: file, WORKERS: workers, LOG_LEVEL: 'info' })
    try {
      const readLimits = async () => {
        const messages = [{ role: 'user', content: 'Hello' }]
        const ask = () => portico.post('/v1/chat/completions', { model: 'sandbox/chat', messages })
        const answers = await Promise.all([ask(), ask(), ask(), ask()])
        return [...new Set(answers.map(({ headers }) => headers.get('x-ratelimit-limit-requests')))]
      }
      const log = join('.cache', 'test', `${name}-1.log`)
      /** How many processes have written this. */
      const countOf = (words: string) => readFileSync(log, 'utf8').split(words).length - 1
      expect(await readLimits()).toEqual(['41'])
      write('42')
      portico.hangUp()
      // The second process may still be starting.
      await expect.poll(() => countOf('settings were reloaded'), { timeout: 90_000 }).toBe(Number(workers))
      await expect.poll(readLimits).toEqual(['42'])
      write('many')
      portico.hangUp()
      await expect.poll(() => countOf('settings could not be reloaded')).toBe(Number(workers))
      expect(readFileSync(log, 'utf8')).toContain('limits.chat')
      expect(await readLimits()).toEqual(['42'])
    } finally {
      await portico.close()
    }
  })
