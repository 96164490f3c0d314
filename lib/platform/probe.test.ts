import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { isDoneWithin } from './probe'

it('work is not done in time if it takes longer', async () => {
  expect(await isDoneWithin(new Promise(() => undefined), 250)).toBe(false)
  expect(await isDoneWithin(Promise.resolve(), 250)).toBe(true)
})

it('a process that stood still notices first what was done meanwhile', async () => {
  const isDone = isDoneWithin(readFile(import.meta.filename), 1000)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
  expect(await isDone).toBe(true)
})
