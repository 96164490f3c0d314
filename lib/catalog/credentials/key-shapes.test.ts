import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { providersOfKey } from './key-shapes'

const hex = (length: number) => '0123456789abcdef'.repeat(8).slice(0, length)
const mixed = (length: number) => 'aB3dE5gH7j'.repeat(10).slice(0, length)
const uuid = `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`

// In the shape of real keys; none is one.
it.each([
  [`sk-proj-${mixed(64)}`, ['openai']],
  [`sk-svcacct-${mixed(64)}`, ['openai']],
  [`sk-${mixed(20)}T3BlbkFJ${mixed(20)}`, ['openai']],
  [`sk-ant-api03-${mixed(93)}AA`, ['anthropic']],
  [`sk-or-v1-${hex(64)}`, ['openrouter']],
  [`AIza${mixed(35)}`, ['google']],
  [`xai-${mixed(80)}`, ['xai']],
  [`gsk_${mixed(52)}`, ['groq']],
  [`r8_${mixed(37)}`, ['replicate']],
  [`${uuid}:${hex(32)}`, ['fal']],
  [`pplx-${mixed(48)}`, ['perplexity']],
  [`${hex(32)}.${mixed(16)}`, ['zai']],
  [`  gsk_${mixed(52)}\n`, ['groq']],
])('%s is of one provider', (key, providers) => expect(providersOfKey(key)).toEqual(providers))

it.each([
  [`sk-${hex(32)}`, ['deepseek', 'alibaba']],
  [`sk-${mixed(48)}`, ['moonshotai', 'openai']],
  [mixed(32), ['mistral', 'deepinfra']],
  [uuid, ['volcengine', 'byteplus']],
])('%s may be of several', (key, providers) => expect(providersOfKey(key)).toEqual(providers))

it.each(['a-key-of-nobody', `sk-ant-admin01-${mixed(93)}AA`, `sk-admin-${mixed(64)}`, 'hf_abcdefgh'])(
  '%s is of none',
  (key) => expect(providersOfKey(key)).toEqual([]),
)

it('names providers of the catalog only', () => {
  const known = readdirSync('prisma/seed/catalog').map((name) => name.replace('.json', ''))
  const named = [mixed(32), uuid, `sk-${hex(32)}`, `sk-${mixed(48)}`].flatMap(providersOfKey)
  expect(named.filter((id) => !known.includes(id))).toEqual([])
})
