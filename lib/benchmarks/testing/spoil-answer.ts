import { isRecord } from '@/lib/platform/is-record'
import type { Answer, Call, Item } from '../internal/suite'
import { breakRule } from './break-rule'

/** The reference of an item, spoilt at one place; `seed` (0 or more) says where. It must never pass. */
export function spoilAnswer({ check, reference }: Item, seed: number): Answer {
  const said = (text: string): Answer => ({ text, calls: [] })
  switch (check.kind) {
    case 'number':
      return said(`Answer: ${check.value + (seed % 2 === 0 ? 1 : -1) * (1 + seed)}`)
    case 'words':
      return said(`Answer: ${reference.text.slice(8)}${seed}`)
    case 'rules': {
      const rule = check.rules[seed % check.rules.length]
      return said(rule === undefined ? '' : breakRule(rule, reference.text))
    }
    case 'json':
      return said(JSON.stringify(spoilValue(check.expected, seed)))
    case 'calls':
      return { text: reference.text, calls: spoilCalls(reference.calls, seed) }
  }
}

/** Another value at one of its leaves; lists also lose or gain a member, objects a needed one. */
function spoilValue(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) {
    const at = seed % (value.length + 1)
    if (at === value.length) return seed % 3 === 0 ? [...value, value[0] ?? 0] : spoilLength(value)
    return value.map((member, place) => (place === at ? spoilValue(member, Math.floor(seed / 2)) : member))
  }
  if (isRecord(value)) {
    const names = Object.keys(value)
    const name = names[seed % names.length] ?? ''
    if (seed % 5 === 4) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    return { ...value, [name]: spoilValue(value[name], Math.floor(seed / 2)) }
  }
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return `${value} x`
  return 'something'
}

function spoilLength(value: unknown[]): unknown[] {
  return value.length === 0 ? [0] : value.slice(0, -1)
}

function spoilCalls(calls: readonly Call[], seed: number): Call[] {
  const [first, ...others] = calls
  if (first === undefined) return [{ name: 'get_weather', arguments: '{"city":"Rome"}' }]
  const ways: Call[][] = [
    others,
    [...calls, first],
    [{ ...first, name: `${first.name}_2` }, ...others],
    [{ ...first, arguments: '' }, ...others],
    [{ ...first, arguments: `${first.arguments}}` }, ...others],
    [{ ...first, arguments: JSON.stringify({ ...JSON.parse(first.arguments), extra: 1 }) }, ...others],
    [{ ...first, arguments: JSON.stringify(spoilValue(JSON.parse(first.arguments), seed)) }, ...others],
  ]
  return ways[seed % ways.length] ?? []
}
