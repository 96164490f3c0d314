import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Summary } from '../conversation/kept-conversation'
import { makeConversation, makeStep, makeTurn } from '../conversation/testing'
import {
  createSaveQueue,
  interruptConversation,
  openMemoryArchive,
  searchSummaries,
  summarize,
} from './archive'

describe('createSaveQueue', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('saves once after a burst of changes', async () => {
    const save = vi.fn(async () => undefined)
    const queue = createSaveQueue(save, 400, 2_000)
    for (let at = 0; at < 5; at++) {
      queue.schedule('a')
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(400)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('saves in the end despite constant changes', async () => {
    const save = vi.fn(async () => undefined)
    const queue = createSaveQueue(save, 400, 2_000)
    for (let at = 0; at < 21; at++) {
      queue.schedule('a')
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('never writes one key twice at once, and flushes what waits', async () => {
    let running = 0
    let most = 0
    const save = vi.fn(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 50))
      running -= 1
    })
    const queue = createSaveQueue(save, 10, 100)
    queue.schedule('a')
    await vi.advanceTimersByTimeAsync(20)
    queue.schedule('a')
    const flushed = queue.flush()
    await vi.advanceTimersByTimeAsync(200)
    await flushed
    expect(save).toHaveBeenCalledTimes(2)
    expect(most).toBe(1)
  })

  it('saves at once with saveNow', async () => {
    const save = vi.fn(async () => undefined)
    const queue = createSaveQueue(save, 400, 2_000)
    queue.schedule('a')
    queue.saveNow('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('forgets a cancelled key', async () => {
    const save = vi.fn(async () => undefined)
    const queue = createSaveQueue(save, 10, 100)
    queue.schedule('a')
    queue.cancel('a')
    await vi.advanceTimersByTimeAsync(200)
    expect(save).not.toHaveBeenCalled()
  })
})

describe('searchSummaries', () => {
  const make = (id: string, title: string, searchText: string, updatedAt: number): Summary => ({
    id,
    title,
    updatedAt,
    modelIds: ['sandbox/chat'],
    searchText,
  })
  const all = [
    make('1', 'Turtles', 'about sea animals', 1),
    make('2', 'Sea', 'turtles swim', 2),
    make('3', 'Cars', '', 3),
  ]
  const idsFor = (query: string) => searchSummaries(all, query).map((summary) => summary.id)

  it('lists the newest first', () => expect(idsFor('  ')).toEqual(['3', '2', '1']))
  it('puts hits in the title first', () => expect(idsFor('turtles')).toEqual(['1', '2']))
  it('requires every word, in any place', () => expect(idsFor('SEA turtles')).toEqual(['2', '1']))
  it('finds models', () => expect(idsFor('sandbox')).toEqual(['3', '2', '1']))
})

describe('openMemoryArchive', () => {
  it('saves, lists, reads and removes', async () => {
    const archive = openMemoryArchive()
    const turns = [makeTurn('1', 'Hello World', { a: [makeStep({ content: 'Answer' })] })]
    const conversation = makeConversation({ turns, title: 'T' })
    await archive.save(conversation)
    expect(await archive.list()).toEqual([summarize(conversation)])
    expect((await archive.list())[0]?.searchText).toBe('hello world\nanswer\n')
    expect(await archive.read(conversation.id)).toEqual(conversation)
    await archive.remove(conversation.id)
    expect(await archive.read(conversation.id)).toBeNull()
  })
})

describe('interruptConversation', () => {
  it('marks what was being written and fills in what had been saved of it', () => {
    const live = makeStep({ status: 'streaming', content: '' })
    const done = makeStep()
    const turns = [makeTurn('1', 'p', { a: [live], b: [done] })]
    const draft = { id: live.id, content: 'Half an ans', reasoning: '', toolCalls: [] }
    const after = interruptConversation(makeConversation({ turns }), [draft])
    expect(after.turns[0]?.replies.a).toMatchObject([{ status: 'interrupted', content: 'Half an ans' }])
    expect(after.turns[0]?.replies.b).toEqual([done])
  })
})
