import { afterAll, describe, expect, it } from 'vitest'
import { ChartsReply, RankingsReply, SpeedRankingReply } from '@/lib/catalog/rankings/schema'
import { atMoment, newTraffic, repeat } from '../providers/testing'
import { openRankings } from './testing'

const { call, close } = await openRankings()
afterAll(close)
const settle = await newTraffic()

describe('rankings by modality', () => {
  it('rank each modality separately, in its unit', async () => {
    const created_at = '2032-03-09T10:00:00Z'
    const chat = { prompt_tokens: 90, completion_tokens: 10, provider_id: 'slow', created_at }
    const film = { modality: 'video' as const, provider_id: 'films', created_at, completion_tokens: 100_000 }
    const voice = { modality: 'speech' as const, provider_id: 'fast', created_at }
    await settle([
      ...repeat(3, chat),
      { ...film, model_id: 'acme/film', video_millis: 5000 },
      { ...film, model_id: 'acme/long', video_millis: 15_000, completion_tokens: 9 },
      { ...film, model_id: 'acme/long', provider_id: 'fast', video_millis: 20_000, ttft_ms: 50 },
      { ...voice, model_id: 'acme/voice', characters: 70 },
      { ...voice, model_id: 'acme/ear', modality: 'transcription', audio_millis: 30_000 },
    ])
    atMoment('2032-03-10T10:37:00Z')
    const read = async (query: string) =>
      RankingsReply.parse((await call('GET', `/rankings/all${query}`)).body)
    const whole = await read('')
    const rows = ({ leaderboard }: RankingsReply) =>
      leaderboard.map(({ modality, rank, model_id, value, share }) => [
        modality,
        rank,
        model_id,
        value,
        share,
      ])
    const films = [
      ['video', 1, 'acme/long', 35, 35 / 40],
      ['video', 2, 'acme/film', 5, 5 / 40],
    ]
    const sound = [
      ['speech', 1, 'acme/voice', 70, 1],
      ['transcription', 1, 'acme/ear', 30, 1],
    ]
    expect(rows(whole)).toEqual([['chat', 1, 'acme/large', '300', 1], ...films, ...sound])
    expect(rows(await read('?modality=audio'))).toEqual(sound)
    const lists: { modality: string; rank: number; share: number }[][] = [
      whole.leaderboard,
      whole.provider_share,
    ]
    for (const list of lists)
      for (const own of Map.groupBy(list, ({ modality }) => modality).values()) {
        expect(own.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
        expect(own.map(({ rank }) => rank)).toEqual(own.map((_, index) => index + 1))
      }
    const ofVideo = await read('?modality=video')
    expect(rows(ofVideo)).toEqual(films)
    expect(ofVideo).toMatchObject({
      provider_share: [
        { rank: 1, provider_id: 'films', modality: 'video', value: 20, share: 0.5 },
        { rank: 2, provider_id: 'fast', modality: 'video', value: 20, share: 0.5 },
      ],
      speed: { throughput: [], latency: [] },
      category_leaders: [{ category: 'video', model_id: 'acme/long', metric: 'video_seconds', value: 35 }],
    })
    for (const path of ['/rankings', '/api-account/rankings/all'])
      expect((await call('GET', `${path}?modality=video`)).body).toEqual(ofVideo)
    expect((await call('GET', '/rankings/models?modality=video')).body).toMatchObject({
      data: ofVideo.leaderboard,
    })
    const charted = async (query: string) =>
      ChartsReply.parse((await call('GET', `/rankings/charts${query}`)).body).series.map(
        ({ model_id, points }) => [model_id, points.at(-2)?.value],
      )
    expect(await charted('')).toEqual([['acme/large', '300']])
    expect(await charted('?modality=video')).toEqual([
      ['acme/long', 35],
      ['acme/film', 5],
    ])
  })

  it('have the speed of the requested modality', async () => {
    const row = { provider_id: 'fast', created_at: '2033-03-09T10:00:00Z', ttft_ms: 100 }
    await settle([
      ...repeat(10, { ...row, model_id: 'acme/voice', modality: 'speech' as const }),
      ...repeat(10, { ...row, completion_tokens: 50 }),
    ])
    atMoment('2033-03-10T10:37:00Z')
    const read = async (query: string) =>
      SpeedRankingReply.parse((await call('GET', `/rankings/speed${query}`)).body).data.latency
    expect(await read('')).toMatchObject([{ rank: 1, model_id: 'acme/large', modality: 'chat' }])
    expect(await read('?modality=audio')).toMatchObject([
      { rank: 1, model_id: 'acme/voice', modality: 'speech' },
    ])
  })
})
