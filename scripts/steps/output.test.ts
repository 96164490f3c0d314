import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { banner, readDemo } from './output.mjs'
import { keptSecret } from './settings.mjs'

const folder = () => mkdtempSync(join(tmpdir(), 'banner-'))

describe('banner', () => {
  it('shows the link that signs in before all else, the demo account and a line to paste', () => {
    const dataDir = folder()
    const sign_in_url = 'http://localhost:3000/sign-in?token=abc'
    const demo = {
      url: 'http://old',
      sign_in_url,
      email: 'demo@example.com',
      password: 'pass word',
      api_key: 'sk-1',
    }
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(demo))
    const text = banner('Portico', readDemo(dataDir, 'http://localhost:3000'))
    for (const part of [
      'ready at http://localhost:3000',
      'demo@example.com',
      'pass word',
      '"sandbox/chat"',
      'Press Ctrl-C to stop.',
    ]) {
      expect(text).toContain(part)
    }
    expect(text.indexOf(sign_in_url)).toBeGreaterThan(0)
    expect(text.indexOf(sign_in_url)).toBeLessThan(text.indexOf('demo@example.com'))
    const line = "curl http://localhost:3000/v1/chat/completions -H 'Authorization: Bearer sk-1'"
    expect(text).toContain(line)
    const [api, console] = ['The API', 'The console'].map((what) => banner(what, readDemo(dataDir, demo.url)))
    expect([api?.includes('curl'), api?.includes(sign_in_url)]).toEqual([true, false])
    expect([console?.includes('curl'), console?.includes(sign_in_url)]).toEqual([false, true])
  })

  it('shows the address alone when there is no demo', () => {
    const text = banner('Portico', readDemo(folder(), 'https://ai.example.org'))
    expect(text.trim()).toBe('Portico is ready at https://ai.example.org')
  })
})

describe('keptSecret', () => {
  it('is made once and readable by its owner alone', () => {
    const file = join(folder(), 'deep', 'secret')
    const made = keptSecret(file)
    expect(made.length).toBeGreaterThanOrEqual(43)
    expect(keptSecret(file)).toBe(made)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})
