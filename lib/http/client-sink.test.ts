import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ClientSink } from './client-sink'

describe('client sink', () => {
  function setUp({ isGo = false, written = [] as string[] } = {}) {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const giveUp = vi.fn()
    const record = (bytes: unknown) => written.push(String(bytes ?? '(end)'))
    vi.spyOn(response, 'write').mockImplementation((bytes) => record(bytes) > 0)
    vi.spyOn(response, 'end').mockImplementation((bytes) => {
      record(bytes)
      return response
    })
    return { response, sink: new ClientSink(response, giveUp, isGo), giveUp, written }
  }

  it('sends what is written in one turn of the event loop together, the end too', async () => {
    const { sink, written } = setUp()
    sink.write('a')
    sink.write(Buffer.from('ü'))
    expect(written).toEqual([])
    await turn()
    expect(written).toEqual(['aü'])
    await turn()
    sink.write('b')
    sink.end()
    await turn()
    expect(written).toEqual(['aü', 'b'])
    sink.end()
    await turn()
    expect(written).toEqual(['aü', 'b', '(end)'])
  })

  it('sends a turn’s chunks of all clients after everything that arrived in it', async () => {
    const written: string[] = []
    const [first, second] = [setUp({ written }), setUp({ written })]
    first.sink.write('a')
    second.sink.write('b')
    first.sink.write('c')
    await turn()
    expect(written).toEqual(['ac', 'b'])
  })

  it('buffers no more than a socket does', () => {
    const { sink, written } = setUp()
    sink.write('a')
    const large = 'x'.repeat(16 * 1024)
    sink.write(large)
    expect(written).toEqual([`a${large}`])
  })

  it('passes on backpressure and the drain', async () => {
    const { response, sink } = setUp()
    const onDrain = vi.fn()
    sink.onDrain(onDrain)
    expect(sink.write('a')).toBe(true)
    vi.spyOn(response, 'writableNeedDrain', 'get').mockReturnValue(true)
    expect(sink.write('b')).toBe(false)
    response.emit('drain')
    expect(onDrain).toHaveBeenCalledOnce()
    vi.spyOn(response, 'write').mockReturnValue(false)
    expect(sink.write('x'.repeat(16 * 1024))).toBe(false)
    await turn()
  })

  it('loses and reorders nothing, whatever the timing', async () => {
    const step = fc.record({ piece: fc.string({ minLength: 1, maxLength: 40 }), turns: fc.nat(2) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const { sink, written } = setUp()
        for (const { piece, turns } of steps) {
          sink.write(piece)
          for (let i = 0; i < turns; i++) await turn()
        }
        sink.end()
        await turn()
        expect(written.join('').replace(/\(end\)$/, '')).toBe(steps.map(({ piece }) => piece).join(''))
      }),
    )
  })

  it('ends the response when a callback or a write throws, and no other', async () => {
    const { sink, response, giveUp } = setUp()
    const other = setUp()
    const fault = new Error('from a callback')
    sink.onDrain(() => {
      throw fault
    })
    response.emit('drain')
    expect(giveUp).toHaveBeenLastCalledWith(fault)
    sink.write('a')
    other.sink.write('b')
    vi.spyOn(response, 'write').mockImplementation(() => {
      throw fault
    })
    await turn()
    expect(giveUp).toHaveBeenCalledTimes(2)
    expect(other.written).toEqual(['b'])
  })

  it('writes comments without a blank line for OpenAI’s SDK for Go', async () => {
    const { sink, written } = setUp({ isGo: true })
    sink.write(': keep-alive\n\n')
    await turn()
    expect(written).toEqual([': keep-alive\n'])
  })
})
