import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mediaStub } from '@/lib/upstream/testing/video-call'
import { filmOrder } from '../testing/films'
import { FilmDesk, FilmFiles, type RenderFilm } from './desk'

/** A desk that begins no second film in a place before `open` is called, and then ends each at once. */
function newDesk(places: number) {
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const render: RenderFilm = async ({ order }) => {
    begun.push(order.prompt)
    await gate.promise
    throw new Error('enough')
  }
  const files = new FilmFiles(mkdtempSync(join(tmpdir(), 'portico-films-')))
  // Of two that begin at once, the disk would decide which is first.
  files.countDeaths = async () => 0
  const desk = new FilmDesk({ files, media: mediaStub({}), render, places })
  return {
    take: (customerId: string, ...prompts: string[]) => {
      for (const prompt of prompts) desk.take(prompt, filmOrder({ prompt, customerId }))
    },
    drop: (prompt: string) => desk.drop(prompt),
    begunInOrder: (expected: string[]) => {
      gate.resolve()
      return expect.poll(() => begun).toEqual(expected)
    },
  }
}

it('lets customers take turns, each in the order of their own films', async () => {
  const desk = newDesk(1)
  desk.take('ann', 'a1', 'a2', 'a3', 'a4')
  desk.take('bob', 'b1', 'b2')
  desk.take('cid', 'c1')
  await desk.begunInOrder(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

it('gives a newcomer the next place, and not all that follow', async () => {
  const desk = newDesk(2)
  desk.take('ann', 'a1', 'a2', 'a3', 'a4', 'a5')
  desk.take('bob', 'b1', 'b2')
  await desk.begunInOrder(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5'])
})

it('passes over what was called off while it waited', async () => {
  const desk = newDesk(1)
  desk.take('ann', 'a1', 'a2', 'a3')
  desk.drop('a2')
  await desk.begunInOrder(['a1', 'a3'])
})
