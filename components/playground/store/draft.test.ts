import { describe, expect, it, vi } from 'vitest'
import { emptyDraft, LiveDrafts } from './draft'

describe('LiveDrafts', () => {
  it('wakes the readers of a changed draft once a frame, and no others', () => {
    const frames: (() => void)[] = []
    const drafts = new LiveDrafts((flush) => frames.push(flush))
    const [one, other] = [vi.fn(), vi.fn()]
    drafts.subscribe('1', one)
    const leave = drafts.subscribe('2', other)
    for (let at = 0; at < 50; at++) drafts.write('1', { ...emptyDraft, content: 'x'.repeat(at) })
    expect(one).not.toHaveBeenCalled()
    expect(frames).toHaveLength(1)
    frames.shift()?.()
    expect(one).toHaveBeenCalledTimes(1)
    expect(other).not.toHaveBeenCalled()
    expect(drafts.read('1')?.content).toHaveLength(49)
    leave()
    drafts.write('2', emptyDraft)
    drafts.remove('1')
    frames.shift()?.()
    expect(one).toHaveBeenCalledTimes(2)
    expect(other).not.toHaveBeenCalled()
    expect(drafts.list().map(([id]) => id)).toEqual(['2'])
  })
})
