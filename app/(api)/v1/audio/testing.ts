import type { FaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { openUpstreams } from '../testing/open-upstreams'
import * as speech from './speech/route'
import * as transcriptions from './transcriptions/route'
import * as translations from './translations/route'

/** For the tests beside it: the routes in front of two scripted upstreams. */
export const speechPath = '/v1/audio/speech'
export const transcriptPath = '/v1/audio/transcriptions'
export const translationPath = '/v1/audio/translations'

const reads = { modality: 'speech', pricing: { character: '0.000015' } }
const speaks = { modality: 'speech', pricing: { prompt: '0.0000006', completion: '0.000012' } }
const hears = { modality: 'transcription', pricing: { audio_second: '0.0001' } }
const writes = { ...hears, supported_parameters: ['language'] }
const counts = { modality: 'transcription', pricing: { prompt: '0.0000025', completion: '0.00001' } }

function provider(id: string, { baseUrl }: FaultUpstream, models: Record<string, object>) {
  return {
    id,
    base_url: baseUrl,
    models: Object.entries(models).map(([name, model]) => ({
      ...model,
      id: `acme/${name}`,
      name,
      upstream_id: name,
    })),
  }
}

export function openAudio() {
  return openUpstreams({
    modules: { [speechPath]: speech, [transcriptPath]: transcriptions, [translationPath]: translations },
    providersAt: (first, second) => [
      provider('first', first, { reads, speaks, hears, counts, writes }),
      provider('second', second, { reads, hears }),
    ],
  })
}

export const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`
export const soundEvent = (text: string) =>
  event({ type: 'speech.audio.delta', audio: Buffer.from(text).toString('base64') })

/** The events of a stream. */
export function readEvents(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)))
}

/** A form with a file of that many seconds (16 bits, mono, 8,000 samples per second) and these fields, sent with a key. */
export function formWith(
  key: string | undefined,
  fields: Record<string, string | string[]> = {},
  file: File | null = new File([wav(2)], 'talk.wav'),
  signal?: AbortSignal,
): RequestInit {
  const body = new FormData()
  for (const [name, values] of Object.entries({ model: 'acme/hears', ...fields }))
    for (const value of [values].flat()) body.append(name, value)
  if (file) body.set('file', file)
  return {
    ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
    body,
    ...(signal ? { signal } : {}),
  }
}

export function wav(seconds: number): Buffer<ArrayBuffer> {
  const head = Buffer.from(
    '52494646ffffffff57415645666d74201000000001000100401f0000803e00000200100064617461ffffffff',
    'hex',
  )
  head.writeUInt32LE(36 + seconds * 16_000, 4)
  head.writeUInt32LE(seconds * 16_000, 40)
  return Buffer.concat([head, Buffer.alloc(seconds * 16_000)])
}
