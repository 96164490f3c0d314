import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { CallReader, readWholeCalls } from './tool-calls'

describe('calls of tools', () => {
  const call = (index: unknown, id: unknown, name: unknown, text: unknown) => ({
    index,
    id,
    function: { name, arguments: text },
  })
  /** What a client gathers by index. */
  function gather(parts: readonly unknown[][]) {
    const reader = new CallReader()
    const calls: { id: unknown; name: string; text: string }[] = []
    for (const part of [...parts.flatMap((list) => reader.read(list) ?? []), ...reader.complete()]) {
      const {
        index,
        id,
        function: called,
      } = part as { index: number; id?: string; function: { name?: string; arguments: string } }
      calls[index] ??= { id, name: '', text: '' }
      if (id !== undefined && calls[index].id !== id) throw new Error('two ids')
      calls[index].name += called.name ?? ''
      calls[index].text += called.arguments
    }
    return calls.map(
      ({ id, name, text }) => `${/^call_[0-9a-z]{26}$/.test(String(id)) ? 'made' : id} ${name}(${text})`,
    )
  }
  const both = ['a f({"x":1})', 'b g({"y":2})']

  it.each<[string, unknown[][], string[]]>([
    [
      'with a name in parts',
      [[call(0, 'a', 'f', '')], [call(0, undefined, 'oo', '')], [call(0, undefined, undefined, '{"x":1}')]],
      ['a foo({"x":1})'],
    ],
    [
      'with a name that is repeated before its arguments',
      [[call(0, 'a', 'f', '')], [call(0, 'a', 'f', '')], [call(0, 'a', undefined, '{"x":1}')]],
      ['a f({"x":1})'],
    ],
    [
      'with an id alone, then the rest',
      [
        [{ index: 0, id: 'a', type: 'function' }],
        [call(0, undefined, 'f', '')],
        [call(0, undefined, undefined, '{"x":1}')],
      ],
      ['a f({"x":1})'],
    ],
    [
      'with arguments before their name',
      [[call(undefined, 'a', undefined, '{"x"')], [call(undefined, 'a', 'f', ':1}')]],
      ['a f({"x":1})'],
    ],
    [
      'with an id that comes late',
      [[call(0, undefined, 'f', '')], [call(0, 'a', undefined, '{"x":1}')]],
      ['a f({"x":1})'],
    ],
    [
      'with one that has no name',
      [[call(0, 'a', '', '{}')], [call(1, 'b', 'g', '{"y":2}')]],
      ['b g({"y":2})'],
    ],
    [
      'as they should be',
      [[call(0, 'a', 'f', '')], [call(0, undefined, undefined, '{"x":1}')], [call(1, 'b', 'g', '{"y":2}')]],
      both,
    ],
    [
      'in turns',
      [
        [call(0, 'a', 'f', ''), call(1, 'b', 'g', '')],
        [call(0, null, null, '{"x"')],
        [call(1, '', '', '{"y"')],
        [call(0, null, null, ':1}')],
        [call(1, null, null, ':2}')],
      ],
      both,
    ],
    ['all with index 0', [[call(0, 'a', 'f', '{"x":1}')], [call(0, 'b', 'g', '{"y":2}')]], both],
    [
      'without an index',
      [
        [call(undefined, 'a', 'f', '{"x"')],
        [call(null, undefined, undefined, ':1}')],
        [call(undefined, 'b', 'g', '{"y":2}')],
      ],
      both,
    ],
    ['from index 1 on', [[call(1, 'a', 'f', '{"x":1}')], [call(2, 'b', 'g', '{"y":2}')]], both],
    [
      'with id and name in every part',
      [[call(0, 'a', 'f', '{"x"')], [call(0, 'a', 'f', ':1}')], [call(1, 'b', 'g', '{"y":2}')]],
      both,
    ],
    [
      'with a new id in every part',
      [[call(0, 'a', 'f', '{"x"')], [call(0, 'a2', undefined, ':1}')], [call(1, 'b', 'g', '{"y":2}')]],
      both,
    ],
    [
      'without ids',
      [[call(0, '', 'f', '{"x":1}')], [call(1, null, 'g', '{"y":2}')]],
      ['made f({"x":1})', 'made g({"y":2})'],
    ],
    [
      'twice the same, without ids, at one index',
      [[call(0, '', 'f', '{"x":1}')], [call(0, '', 'f', '{"x":2}')]],
      ['made f({"x":1})', 'made f({"x":2})'],
    ],
    [
      'with one id for two',
      [[call(0, 'a', 'f', '{"x":1}')], [call(1, 'a', 'f', '{"x":2}')]],
      ['a f({"x":1})', 'made f({"x":2})'],
    ],
    [
      'without an index or id, in one list',
      [[call(null, null, 'f', '{"x":1}'), call(null, null, 'g', '{"y":2}')]],
      ['made f({"x":1})', 'made g({"y":2})'],
    ],
    ['with arguments that are an object', [[call(0, 'a', 'f', { x: 1 })]], ['a f({"x":1})']],
    ['without arguments', [[call(0, 'a', 'f', null)], [call(1, 'b', 'g', '')]], ['a f({})', 'b g({})']],
    [
      'with an empty object before their arguments (BerriAI/litellm#4537)',
      [
        [call(0, 'a', 'f', '{}')],
        [call(0, null, null, '{"x"')],
        [call(0, null, null, ':1}')],
        [call(1, 'b', 'g', '{}')],
        [call(1, 'b', 'g', '{"y":2}')],
      ],
      both,
    ],
    [
      'with their arguments once more at the end (vllm-project/vllm#51697)',
      [
        [call(0, 'a', 'f', '{"x"')],
        [call(0, null, null, ':1}')],
        [call(0, null, null, '{"x":1}')],
        [call(1, 'b', 'g', '{"y":2}')],
        [call(1, 'b', 'g', '{"y":2}')],
      ],
      both,
    ],
    [
      'with a character that is cut in two',
      [[call(0, 'a', 'f', '{"x":"\ud83d')], [call(0, null, null, '\ude42"}')]],
      ['a f({"x":"\u{1f642}"})'],
    ],
    [
      'with braces in a text of their arguments',
      [[call(0, 'a', 'f', '{"x":"{}')], [call(0, null, null, '{}')], [call(0, null, null, '"}')]],
      ['a f({"x":"{}{}"})'],
    ],
    [
      'with name and arguments beside the id',
      [[{ id: 'a', name: 'f', arguments: '{"x":1}' }]],
      ['a f({"x":1})'],
    ],
    ['as no list', [[null, 5, call(0, 'a', 'f', '{"x":1}')]], ['a f({"x":1})']],
  ])('%s', (_how, parts, calls) => {
    expect(gather(parts)).toEqual(calls)
  })

  it('of a whole answer are each its own', () => {
    const same = { function: { name: 'f', arguments: null } }
    const [one, two] =
      readWholeCalls([
        { ...same, index: 0, id: 'a' },
        { ...same, index: 0, id: 'a' },
      ]) ?? []
    expect(one).toEqual({ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } })
    expect(two).toMatchObject({ id: expect.stringMatching(/^call_/), function: { arguments: '{}' } })
    const twice = { id: 'a', function: { name: 'f', arguments: '"{\\"x\\":1}"' } }
    expect(readWholeCalls([twice])).toMatchObject([{ function: { arguments: '{"x":1}' } }])
    expect(readWholeCalls([])).toBeUndefined()
    expect(readWholeCalls('x')).toBeUndefined()
  })

  it('keep what a vendor signed, and the input of custom tools', () => {
    const called = { name: 'f', arguments: '{"x":1}' }
    const sealed = { index: 0, id: 'a', type: 'function', function: called, extra_content: { google: {} } }
    expect(new CallReader().read([sealed])).toEqual([sealed])
    const custom = { index: 0, id: 'a', type: 'custom', custom: { name: 'f', input: '' } }
    const reader = new CallReader()
    expect(reader.read([custom])).toBeUndefined()
    expect(reader.complete()).toEqual([custom])
  })

  it('are many without taking long', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => call(index, `id${index}`, 'f', '{"x":1}'))
    const millis = await processorMillis(() => expect(new CallReader().read(many)).toHaveLength(50_000))
    expect(millis).toBeLessThan(5000)
  })
})
