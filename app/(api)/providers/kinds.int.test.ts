import { afterAll, describe, expect, it } from 'vitest'
import { ProviderStatsReply } from '@/lib/catalog/models/stats-schema'
import { about, ago, atMoment, failed, newTraffic, openDoors, repeat } from './testing'

const { call, door, close } = await openDoors()
afterAll(close)
const settle = await newTraffic()

const chat = { provider_id: 'fast', prompt_tokens: 90, completion_tokens: 10, latency_ms: 1000 }
const film = {
  model_id: 'acme/film',
  modality: 'video' as const,
  completion_tokens: 5000,
  latency_ms: 60_000,
}

describe('modalities of a provider', () => {
  /** Chats of a second, and films of a minute of which one in three failed. */
  const mixed = (created_at: string) => [
    ...repeat(12, { ...chat, created_at }),
    ...repeat(8, { ...film, provider_id: 'fast', created_at }),
    ...repeat(4, { ...film, ...failed('upstream_error'), provider_id: 'fast', created_at }),
  ]

  it.each(['/providers', '/api-account/providers'])('are separate at %s/{id}/stats', async (root) => {
    const now = atMoment(`2032-0${root === '/providers' ? 1 : 2}-02T10:37:05Z`)
    await settle(mixed(ago(now, 5)))
    const read = async (query: string) =>
      ProviderStatsReply.parse((await call('GET', `${root}/fast/stats${query}`)).body)
    const whole = await read('')
    const ofChat = { modality: 'chat', success_rate: 1, uptime: 100, total_tokens: '1200' }
    expect(whole).toMatchObject({ ...ofChat, requests: 24, modalities: ['chat', 'video'] })
    expect(whole.latency_ms).toEqual({
      p50: about(1000),
      p75: about(1000),
      p90: about(1000),
      p99: about(1000),
    })
    expect(whole.series.at(-1)).toMatchObject({
      requests: 24,
      success_rate: 1,
      total_tokens: '1200',
      latency_p50_ms: about(1000),
    })
    expect(await read('?modality=chat')).toMatchObject({ ...ofChat, requests: 12 })
    const films = await read('?modality=video&window=24h')
    expect(films).toMatchObject({
      modality: 'video',
      requests: 12,
      success_rate: 2 / 3,
      total_tokens: '40000',
    })
    expect(films.latency_ms.p50).toEqual(about(60_000))
    expect(films.throughput_tps.p50).toBeNull()
    expect(films.series.at(-1)).toMatchObject({ requests: 12, latency_p50_ms: about(60_000) })
    expect(await read('?modality=audio')).toMatchObject({ modality: 'audio', requests: 0, uptime: null })
  })

  it('default to the only modality of a provider', async () => {
    const now = atMoment('2032-03-02T10:37:05Z')
    await settle([
      ...repeat(3, { ...film, provider_id: 'films', created_at: ago(now, 5) }),
      { ...chat, provider_id: 'films', created_at: ago(now, 5) },
    ])
    const { body } = await call('GET', '/providers/films/stats')
    expect(body).toMatchObject({
      modality: 'video',
      modalities: ['chat', 'video'],
      requests: 4,
      latency_ms: { p50: about(60_000), p99: about(60_000) },
    })
  })

  it('include audio, which is speech and transcription', async () => {
    const now = atMoment('2032-04-02T10:37:05Z')
    const row = { provider_id: 'fast', created_at: ago(now, 5) }
    await settle([
      { ...row, model_id: 'acme/voice', modality: 'speech', latency_ms: 2000 },
      { ...row, model_id: 'acme/ear', modality: 'transcription', latency_ms: 2000 },
      { ...row, latency_ms: 9000 },
    ])
    const { body } = await call('GET', '/providers/fast/stats?modality=audio')
    expect(body).toMatchObject({ modality: 'audio', requests: 2, latency_ms: { p99: about(2000) } })
  })

  it('have an ETag each', async () => {
    const now = atMoment('2032-05-02T10:37:05Z')
    await settle(mixed(ago(now, 5)))
    const tagOf = async (query: string) =>
      (await door('GET', `/providers/fast/stats${query}`)).headers.get('etag')
    const tags = [await tagOf(''), await tagOf('?modality=chat'), await tagOf('?modality=video')]
    expect(new Set(tags).size).toBe(3)
    expect(await tagOf('?modality=video')).toBe(tags[2])
  })
})
