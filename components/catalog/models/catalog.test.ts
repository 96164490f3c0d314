import { expect, test } from 'vitest'
import { Modality, VideoCapabilities } from '@/lib/catalog/models/schema'
import { clipCost } from './clip-price'
import { compareModels } from './compare/model-comparison'
import { describeFigures, formatPercent, formatRate } from './figures'
import { codeSamples } from './model/code-samples'
import { mainPrice, priceColumns, priceLines } from './price'
import { listedModel } from './testing'

const image = { low: '0.005', medium: '0.01', high: '0.02' }

test('a price is listed line by line, in the order of a bill', () => {
  expect(
    priceLines({ prompt: '0.0000025', cached_prompt: '0.00000125', completion: '0.00001', request: '0.001' }),
  ).toEqual([
    { item: 'Input', amount: '$2.50', unit: 'per million tokens' },
    { item: 'Cached input', amount: '$1.25', unit: 'per million tokens' },
    { item: 'Output', amount: '$10.00', unit: 'per million tokens' },
    { item: 'Request', amount: '$0.001', unit: 'per request' },
  ])
  expect(priceLines({ image }).map(({ amount }) => amount)).toEqual(['$0.005', '$0.01', '$0.02'])
})

test('in two columns: input and output', () => {
  expect(priceColumns({ character: '0.000015' })).toEqual({
    input: { amount: '$15.00', unit: 'per M characters' },
    output: null,
  })
  expect(priceColumns({ audio_second: '0.0001' }).input).toEqual({ amount: '$0.0001', unit: 'per second' })
  expect(priceColumns({ request: '0.0005' }).input).toEqual({ amount: '$0.0005', unit: 'per request' })
  expect(priceColumns({ prompt: '0.000001', completion: '0.000002' })).toEqual({
    input: { amount: '$1.00', unit: 'per M tokens' },
    output: { amount: '$2.00', unit: 'per M tokens' },
  })
  expect(priceColumns({ image })).toEqual({
    input: null,
    output: { amount: '$0.005 – $0.02', unit: 'per image' },
  })
  expect(priceColumns({ video_token: '0.0000025' }).output).toEqual({
    amount: '$2.50',
    unit: 'per M tokens',
  })
})

test('a video price per second', () => {
  const pricing = { video_second: { '720p': '0.07', '720p_audio': '0.14', '1080p': '0.15' } }
  expect(priceLines(pricing)).toEqual([
    { item: 'Video, 720p', amount: '$0.07', unit: 'per second' },
    { item: 'Video, 720p with audio', amount: '$0.14', unit: 'per second' },
    { item: 'Video, 1080p', amount: '$0.15', unit: 'per second' },
  ])
  expect(priceColumns(pricing).output).toEqual({ amount: '$0.07 – $0.15', unit: 'per second' })
})

test('the cost of a clip by its price', () => {
  const able = VideoCapabilities.parse({
    min_seconds: 5,
    max_seconds: 10,
    resolutions: ['720p', '1080p'],
    ratios: ['16:9'],
    automatic_duration: true,
  })
  const clip = {
    ratio: '16:9',
    resolution: '720p',
    duration: 5,
    hasReferenceVideo: false,
    hasAudio: true,
  } as const
  const pricing = { video_second: { '720p': '0.07', '720p_audio': '0.14', '1080p': '0.15' }, request: '0.01' }
  expect(clipCost(clip, able, pricing)?.usd).toBeCloseTo(0.71)
  expect(clipCost({ ...clip, hasAudio: false, duration: -1 }, able, pricing)).toEqual({
    usd: expect.closeTo(0.71),
    counted: { unit: 'seconds', quantity: 10 },
  })
  expect(clipCost({ ...clip, resolution: '1080p' }, able, pricing)?.usd).toBeCloseTo(0.76)
  expect(clipCost({ ...clip, resolution: '480p' }, able, pricing)).toBeNull()
  expect(clipCost(clip, able, { video_token: '0.000001' })?.counted).toEqual({
    unit: 'tokens',
    quantity: 108_900,
  })
})

test('each modality is compared in its own unit', () => {
  expect(mainPrice('chat', { prompt: '0.000003', completion: '0.00001' })).toEqual({ unit: 'tokens', usd: 3 })
  expect(mainPrice('image', { image })).toEqual({ unit: 'image', usd: 0.01 })
  expect(mainPrice('image', { prompt: '0.00001', completion: '0.00004' })?.unit).toBe('tokens')
  expect(mainPrice('video', { video_token: '0.000001' })).toEqual({
    unit: 'video-seconds',
    usd: expect.closeTo(0.0216),
  })
  expect(mainPrice('speech', { character: '0.000015' })).toEqual({ unit: 'characters', usd: 15 })
  expect(mainPrice('transcription', { audio_second: '0.0001' })).toEqual({ unit: 'minutes', usd: 0.006 })
  expect(mainPrice('video', { video_second: { '1080p': '0.15', '720p': '0.1' } })).toEqual({
    unit: 'video-seconds',
    usd: 0.1,
  })
  expect(mainPrice('video', {})).toBeNull()
})

test.each([
  [100, '100%'],
  [99.9999, '99.99%'],
  [99.5, '99.5%'],
  [0.0001, '0.01%'],
  [0, '0%'],
])('%d is %s: 100%% and 0%% are never rounded to', (percent, shown) => {
  expect(formatPercent(percent)).toBe(shown)
})

test('slow rates keep a decimal, fast ones are short', () => {
  expect(formatRate(8.44)).toBe('8.4')
  expect(formatRate(1234.6)).toBe('1,235')
  expect(formatRate(68_412)).toBe('68.4K')
})

const small = listedModel({
  id: 'small',
  context_length: 128_000,
  supported_parameters: ['tools'],
  pricing: { prompt: '0.0000001', completion: '0.000001' },
})
const large = listedModel({
  id: 'large',
  context_length: 1_000_000,
  pricing: { prompt: '0.000005', completion: '0.000001' },
})
const lineOf = (name: string, models = [small, large], speeds = new Map()) =>
  compareModels(models, speeds).find((line) => line.name === name)?.cells

test('the lowest price and the longest context are best', () => {
  expect(lineOf('Input, per million tokens')).toEqual([
    { text: '$0.10', isBest: true },
    { text: '$5.00', isBest: false },
  ])
  expect(lineOf('Context, tokens')).toEqual([
    { text: '128,000', isBest: false },
    { text: '1,000,000', isBest: true },
  ])
})

test('nothing is best among equal values or with only one value', () => {
  expect(lineOf('Output, per million tokens')?.map(({ isBest }) => isBest)).toEqual([false, false])
  const silent = listedModel({ id: 'silent', pricing: {} })
  expect(lineOf('Context, tokens', [small, silent])).toEqual([
    { text: '128,000', isBest: false },
    { text: null, isBest: false },
  ])
})

test('lines without any value are left out', () => {
  const names = compareModels([small, large]).map(({ name }) => name)
  expect(names).toContain('Tools')
  expect(names).not.toContain('Image input')
  expect(names).not.toContain('Image, low quality')
  expect(names).not.toContain('Tokens per second, median')
})

test.each([
  [{ requests: 1234, successRate: 0.992, latencyMs: 412 }, '412 ms median, 99.2% successful, 1.2K requests'],
  [{ requests: 20, successRate: 1, latencyMs: null }, '100% successful, 20 requests'],
  [{ requests: 9, successRate: null, latencyMs: null }, null],
])('%o is said as “%s”', (figures, said) => {
  const all = { ...figures, ttftMs: null, tps: null }
  expect(describeFigures(all)).toBe(said && `Last 24 hours: ${said}`)
})

test('measured speeds are compared where known', () => {
  const speeds = new Map([
    ['small', { tps: 80.4, ttftMs: 210 }],
    ['large', { tps: 31, ttftMs: 640 }],
  ])
  expect(lineOf('Tokens per second, median', [small, large], speeds)?.[0]).toEqual({
    text: '80',
    isBest: true,
  })
  expect(lineOf('Time to first token, median', [small, large], speeds)?.[1]).toEqual({
    text: '640 ms',
    isBest: false,
  })
})

test.each(Modality.options)(
  'a %s model has samples in three languages, with the page’s origin',
  (modality) => {
    const samples = codeSamples({ id: 'acme/model', modality }, 'https://portico.example')
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python'])
    for (const { code } of samples) {
      expect(code).toContain('https://portico.example/v1')
      expect(code).toContain('acme/model')
      expect(code).toContain('PORTICO_API_KEY')
    }
  },
)
