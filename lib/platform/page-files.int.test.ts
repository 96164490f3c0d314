import { afterEach, expect, test, vi } from 'vitest'
import { clock } from './clock'
import { findPageFile, keepPageFiles } from './page-files'

let now = Date.UTC(2026, 11, 1)

/** The next build: a script of its own, and one that all builds have. */
async function keep(build: string): Promise<void> {
  now += 1000
  vi.spyOn(clock, 'now').mockReturnValue(new Date(now))
  const files = [`chunks/${build}.js`, 'chunks/shared.js'].map((path) => ({ path, body: Buffer.from(path) }))
  await keepPageFiles(build, () => files)
}

const find = async (path: string) => (await findPageFile(path))?.toString()

afterEach(() => vi.restoreAllMocks())

test('the files of the last five builds are there for all', async () => {
  for (const build of ['one', 'two', 'three', 'four', 'five']) await keep(build)
  const body = await findPageFile('chunks/one.js')
  expect(Buffer.from(body ?? []).toString()).toBe('chunks/one.js')
  await keep('six')
  expect(await find('chunks/one.js')).toBeUndefined()
  for (const name of ['two', 'six', 'shared']) expect(await find(`chunks/${name}.js`), name).toBeDefined()
  expect(await find('chunks/never.js')).toBeUndefined()
})

test('a build that starts again reads nothing', async () => {
  await keep('again')
  const read = vi.fn()
  await keepPageFiles('again', read)
  expect(read).not.toHaveBeenCalled()
})

test('of several nodes that start together each may store them', async () => {
  now += 1000
  await Promise.all([keep('crowd'), keep('crowd'), keep('crowd')])
  expect(await find('chunks/crowd.js')).toBeDefined()
})
