import { expect, it } from 'vitest'
import { childrenOf, commandOf } from '@/scripts/steps/processes.mjs'
import { filmOrder } from '../testing/films'
import { renderInChild } from './desk'

/** Two processes, an encoder and a busy machine. */
const SLOW = 240_000
const { signal } = new AbortController()
const job = { order: filmOrder({ frames: 30 }), media: [] }

function filmChild(): number {
  const pid = childrenOf(process.pid).find((child) => commandOf(child).includes('film-child'))
  if (pid === undefined) throw new Error('no film is being made')
  return pid
}

it.each(['SIGKILL', 'SIGSEGV', 'SIGTRAP'] as const)(
  'a film whose process ends by %s in its middle is made at the second attempt, and costs nothing else',
  async (by) => {
    const deaths: number[] = []
    const film = await renderInChild(job, {
      signal,
      onProgress: (share) => {
        if (share > 0.3 && deaths.length === 0) process.kill(filmChild(), by)
      },
      onDeath: async (count) => void deaths.push(count),
    })
    expect(deaths).toEqual([1])
    expect(film.ending).toMatchObject({ state: 'made', frames: 30 })
    expect(Buffer.from(film.video.subarray(4, 8)).toString()).toBe('ftyp')
  },
  SLOW,
)
