import { afterEach, describe, expect, it, vi } from 'vitest'
import { colourfulSource, imageCall } from '../testing/image-calls'
import { createSandboxImages } from './images'

const images = createSandboxImages()

afterEach(() => {
  vi.useRealTimers()
})

describe('knobs', () => {
  it.each([
    ['[[fail:content_policy_violation]]', { fault: 'rejected', code: 'content_policy_violation' }],
    ['[[status:429]]', { fault: 'rate_limited', status: 429 }],
    ['[[status:503]]', { fault: 'failed', status: 503 }],
    ['[[empty]]', { fault: 'failed' }],
  ])('%s fails every kind of call that has words', async (knob, expected) => {
    const source = await colourfulSource(32, 32)
    await expect(images.generate(imageCall.generate(`A cat ${knob}`))).rejects.toMatchObject(expected)
    await expect(images.edit?.(imageCall.edit(`A cat ${knob}`, source))).rejects.toMatchObject(expected)
  })

  it('are no part of the picture nor of its words', async () => {
    const plain = await images.generate(imageCall.generate('A cat'))
    const slow = await images.generate(imageCall.generate('A cat [[delay:1ms]]'))
    expect(slow).toEqual(plain)
  })

  it('[[delay]] holds the answer back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const failed = vi.fn()
    const done = images.generate(imageCall.generate('[[delay:2s]] [[status:500]]')).catch(failed)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(failed).toHaveBeenCalledOnce()
  })
})

describe('an abort', () => {
  it('ends a call that hangs, with its own reason', async () => {
    const controller = new AbortController()
    const reason = new Error('the task was cancelled')
    const call = images.generate(imageCall.generate('[[hang]]', { signal: controller.signal }))
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  it('ends a call between two of its pictures', async () => {
    const controller = new AbortController()
    const call = images.generate(imageCall.generate('A cat', { n: 10, signal: controller.signal }))
    setImmediate(() => controller.abort(new Error('enough')))
    await expect(call).rejects.toThrow('enough')
  })

  it('before the call draws nothing', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(images.generate(imageCall.generate('A cat', { signal }))).rejects.toThrow('too late')
  })
})

describe('what a model cannot', () => {
  it.each([
    ['image-1-mini', 'edit'],
    ['image-1-mini', 'vary'],
    ['image-1', 'vary'],
  ] as const)('%s refuses to %s', async (model, ability) => {
    const source = await colourfulSource(32, 32)
    const call =
      ability === 'edit'
        ? images.edit?.(imageCall.edit('A cat', source, { model }))
        : images.vary?.(imageCall.vary(source, { model }))
    await expect(call).rejects.toMatchObject({ fault: 'unsupported', param: 'model' })
  })
})
