import { mutationOptions } from '@tanstack/react-query'
import { ApiError, callApi, fetchApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { SpeechRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()

/** Speech as a WAV file, and its cost. */
export type SpokenText = { sound: Blob; costUsd: number }

export function speechMutation() {
  return mutationOptions({
    mutationFn: async (body: Pick<SpeechRequest, 'model' | 'input' | 'voice'>) => {
      const asked = { ...body, response_format: 'wav', stream_format: 'sse' }
      const response = await fetchApi(apiPaths.speech, { method: 'POST', body: asked })
      return readSpeech(await response.text(), response.headers.get('x-request-id'))
    },
  })
}

async function readSpeech(events: string, requestId: string | null): Promise<SpokenText> {
  const { SpeechEvent, SpeechFailure } = await import('./schema')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (const line of events.split('\n').filter((one) => one.startsWith('data: '))) {
    const value: unknown = JSON.parse(line.slice(6))
    const failure = SpeechFailure.safeParse(value)
    if (failure.success) throw new ApiError({ status: 502, requestId, ...failure.data.error })
    const event = SpeechEvent.parse(value)
    if (event.type === 'speech.audio.done')
      return { sound: new Blob(chunks, { type: 'audio/wav' }), costUsd: event.usage.cost }
    chunks.push(Uint8Array.from(atob(event.audio), (letter) => letter.charCodeAt(0)))
  }
  const message = 'The audio stream broke off. You were not charged. Try again.'
  throw new ApiError({ status: 502, code: 'upstream_error', message, requestId })
}

export function transcriptionMutation() {
  return mutationOptions({
    mutationFn: ({ model, file }: { model: string; file: File }) => {
      const body = new FormData()
      body.set('model', model)
      body.set('file', file)
      return callApi(apiPaths.transcriptions, { method: 'POST', body, reply: shape('TranscriptReply') })
    },
  })
}
