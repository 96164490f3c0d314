import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { performance as processor } from 'node:perf_hooks'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PacedSink, writePause } from './exchange'

describe('paced sink', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  type Written = { text: string; at: number }

  function sinkWith(pause: () => number) {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const written: Written[] = []
    const giveUp = vi.fn()
    const note = (bytes: unknown) => written.push({ text: String(bytes ?? ''), at: performance.now() })
    vi.spyOn(response, 'write').mockImplementation((bytes) => note(bytes) > 0)
    vi.spyOn(response, 'end').mockImplementation((bytes) => {
      note(bytes)
      return response
    })
    return {
      response,
      sink: new PacedSink(response, pause, giveUp),
      giveUp,
      written,
      texts: () => written.map(({ text }) => text),
    }
  }

  it('writes each chunk at once while the process is not busy', () => {
    const { sink, texts } = sinkWith(() => 0)
    for (const part of ['a', 'b', 'c']) sink.write(part)
    sink.end()
    expect(texts()).toEqual(['a', 'b', 'c', ''])
  })

  it('sends chunks within the pause together, the first and the last at once', () => {
    const { sink, texts } = sinkWith(() => 20)
    sink.write('a')
    expect(texts()).toEqual(['a'])
    sink.write('b')
    vi.advanceTimersByTime(10)
    sink.write(Buffer.from('ü'))
    expect(texts()).toEqual(['a'])
    vi.advanceTimersByTime(10)
    expect(texts()).toEqual(['a', 'bü'])
    sink.write('d')
    sink.end()
    expect(texts()).toEqual(['a', 'bü', 'd'])
    vi.advanceTimersByTime(100)
    expect(texts()).toEqual(['a', 'bü', 'd'])
  })

  it('does not delay a stream that is slower than the pause', () => {
    const { sink, texts } = sinkWith(() => 20)
    for (const piece of ['a', 'b', 'c']) {
      sink.write(piece)
      expect(texts().at(-1)).toBe(piece)
      vi.advanceTimersByTime(21)
    }
  })

  it('buffers no more than a socket does', () => {
    const { sink, texts } = sinkWith(() => 20)
    sink.write('a')
    const large = 'x'.repeat(16 * 1024)
    sink.write(large)
    expect(texts()).toEqual(['a', large])
  })

  it('passes on backpressure and the drain', () => {
    const { response, sink } = sinkWith(() => 20)
    const onDrain = vi.fn()
    sink.onDrain(onDrain)
    expect(sink.write('a')).toBe(true)
    vi.spyOn(response, 'writableNeedDrain', 'get').mockReturnValue(true)
    expect(sink.write('b')).toBe(false)
    response.emit('drain')
    expect(onDrain).toHaveBeenCalledOnce()
  })

  it('writes nothing to a client that hung up', () => {
    const { response, sink, texts } = sinkWith(() => 20)
    sink.write('a')
    sink.write('b')
    response.emit('close')
    vi.advanceTimersByTime(100)
    expect(texts()).toEqual(['a'])
  })

  it('loses and reorders nothing, whatever the timing', () => {
    const step = fc.record({
      piece: fc.string({ minLength: 1, maxLength: 40 }),
      pause: fc.nat(30),
      waits: fc.nat(40),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let pause = 0
        const { sink, written } = sinkWith(() => pause)
        for (const one of steps) {
          pause = one.pause
          sink.write(one.piece)
          vi.advanceTimersByTime(one.waits)
        }
        sink.end()
        expect(written.map(({ text }) => text).join('')).toBe(steps.map(({ piece }) => piece).join(''))
        expect(written.at(-1)?.at).toBe(performance.now())
        return true
      }),
    )
  })

  it('ends the response when a callback throws', () => {
    const { sink, response, giveUp } = sinkWith(() => 20)
    const fault = new Error('from a callback')
    sink.onDrain(() => {
      throw fault
    })
    response.emit('drain')
    expect(giveUp).toHaveBeenLastCalledWith(fault)
    sink.write('a')
    sink.write('b')
    vi.spyOn(response, 'write').mockImplementation(() => {
      throw fault
    })
    vi.advanceTimersByTime(20)
    expect(giveUp).toHaveBeenCalledTimes(2)
  })
})

describe('write pause', () => {
  it('is 0 while the process is not busy, and grows with its load', () => {
    const measured = vi.spyOn(processor, 'eventLoopUtilization')
    const pauseAt = (utilization: number, now: number) => {
      measured.mockReturnValue({ utilization, idle: 0, active: 0 })
      return writePause(now)
    }
    expect(pauseAt(0, 1000)).toBe(0)
    expect(pauseAt(0.4, 2000)).toBe(0)
    expect(pauseAt(0.7, 3000)).toBe(50)
    expect(pauseAt(1, 4000)).toBe(100)
    // Measured ten times a second, not with every chunk.
    expect(pauseAt(0, 4050)).toBe(100)
    expect(pauseAt(0, 4100)).toBe(0)
  })
})
