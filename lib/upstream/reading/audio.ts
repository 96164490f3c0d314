import type { SpeechFormat } from '@/lib/upstream/contract/audio-model'
import { fieldsOf, textOf } from './members'

/** OpenAI-like servers, Google, MiniMax. */
const NAMES = ['audio', 'audioContent', 'audio_content', 'b64_json', 'data', 'output']

/** The sound in an answer of JSON, as base64 or MiniMax's hexadecimal. Throws where there is none. */
export function readSound(answer: unknown): Buffer {
  const [one] = Array.isArray(answer) ? answer : [answer]
  const said = textOf(one)?.replace(/^data:[^,]{0,100},/, '')
  // Looked for is what may not be there: a repetition runs out of stack in a long text.
  if (said !== undefined && said.length >= 4 && !/[^\w+/=\s-]/.test(said))
    return Buffer.from(said, said.length % 2 === 0 && !/[^\da-f]/i.test(said) ? 'hex' : 'base64')
  const inner = NAMES.map((name) => fieldsOf(one)[name]).find((value) => value)
  if (inner === undefined) throw new Error('there is no sound')
  return readSound(inner)
}

/** What a body is, whatever it is called: by its first bytes. Sound without a head may begin with anything. */
export function kindOfSound(
  first: Buffer,
  mediaType: string,
  format: SpeechFormat | null,
): 'json' | 'events' | 'sound' {
  if (mediaType === 'text/event-stream') return 'events'
  if (mediaType.endsWith('json')) return 'json'
  if (isRaw(mediaType, format)) return 'sound'
  const begins = first.toString('latin1', 0, 64)
  if (/^\s*(?:data|event):/.test(begins)) return 'events'
  return /^\s*[{<]/.test(begins) ? 'json' : 'sound'
}

/** The type of sound by its first bytes; undefined where they do not tell. */
export function soundTypeOf(
  first: Buffer,
  mediaType: string,
  format: SpeechFormat | null,
): string | undefined {
  const begins = first.toString('latin1', 0, 12)
  if (/^RIFF.{4}WAVE/s.test(begins)) return 'audio/wav'
  if (isRaw(mediaType, format)) return undefined
  if (begins.startsWith('fLaC')) return 'audio/flac'
  if (/^(?:ID3|\xff[\xf2\xf3\xfa\xfb])/.test(begins)) return 'audio/mpeg'
  return /^\xff[\xf0\xf1\xf8\xf9]/.test(begins) ? 'audio/aac' : undefined
}

function isRaw(mediaType: string, format: SpeechFormat | null): boolean {
  return format === 'pcm' || /pcm|l16|law|basic/.test(mediaType)
}
