import type { SpeechDialectName } from '@/lib/upstream/contract/adapter'
import type { SpeechCall, SpeechFormat } from '@/lib/upstream/contract/audio-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

type SpeechRequest = { path: string; body: object }

/** How vendors are asked for speech. Their answers, sound or JSON with it, are read alike. */
export const speechDialects: Record<SpeechDialectName, (call: SpeechCall) => SpeechRequest> = {
  openai: ({ model, input, voice, format, speed, instructions, isCounted }) => ({
    path: '/audio/speech',
    body: {
      model,
      input,
      voice,
      ...(format === null ? {} : { response_format: format }),
      ...(speed === null ? {} : { speed }),
      ...(instructions === null ? {} : { instructions }),
      ...(isCounted ? { stream_format: 'sse' } : {}),
    },
  }),

  /** elevenlabs.io/docs/api-reference/text-to-speech/stream: a voice is named by its id. */
  elevenlabs(call) {
    const format = formatOf(call, elevenLabsFormats)
    return {
      path: `/text-to-speech/${encodeURIComponent(voiceOf(call))}/stream?output_format=${format}`,
      body: {
        text: call.input,
        model_id: call.model,
        ...(call.speed === null ? {} : { voice_settings: { speed: call.speed } }),
      },
    }
  },

  /** platform.minimax.io/docs/api-reference/speech-t2a-http: the sound comes as hexadecimal text in JSON. */
  minimax(call) {
    const format = formatOf(call, minimaxFormats)
    return {
      path: '/t2a_v2',
      body: {
        model: call.model,
        text: call.input,
        stream: false,
        output_format: 'hex',
        voice_setting: { voice_id: voiceOf(call), ...(call.speed === null ? {} : { speed: call.speed }) },
        audio_setting: { format, ...(format === 'pcm' && { sample_rate: 24_000, channel: 1 }) },
      },
    }
  },
}

type Formats = Readonly<Partial<Record<SpeechFormat, string>>>

const elevenLabsFormats: Formats = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_96',
  pcm: 'pcm_24000',
  wav: 'wav_24000',
}
const minimaxFormats: Formats = { mp3: 'mp3', flac: 'flac', wav: 'wav', pcm: 'pcm' }

/** The vendor's name of the format; a setting that it lacks is refused. */
function formatOf({ format, instructions }: SpeechCall, formats: Formats): string {
  if (instructions !== null) throw unsupported('instructions', 'This model does not support instructions.')
  const name = formats[format ?? 'mp3']
  const known = Object.keys(formats).join(', ')
  if (name === undefined)
    throw unsupported('response_format', `response_format must be ${known} for this model.`)
  return name
}

const voiceOf = ({ voice }: SpeechCall) => (typeof voice === 'string' ? voice : voice.id)

function unsupported(param: string, message: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message })
}
