import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type SpeechCall,
  type SpeechModel,
  speechTypes,
  type Transcript,
  type TranscriptionModel,
} from '@/lib/upstream/contract/audio-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { hashText, type Knobs, obeyKnobs, parseKnobs, wait } from './knobs'

/**
 * Speech that needs no network: tones in the rhythm of the text, as WAV or raw samples. A text sounds the same on every
 * machine, and each voice has its own pitch. Knobs in the text work as in a chat.
 */
export function createSandboxSpeech(): SpeechModel {
  return {
    async speak(call) {
      const format = call.format ?? 'wav'
      if (format !== 'wav' && format !== 'pcm')
        throw new UpstreamError('rejected', {
          param: 'response_format',
          message: `response_format must be wav or pcm: the sandbox does not support ${format}.`,
        })
      const { knobs, text } = parseKnobs(call.input)
      await obeyKnobs(knobs, call.signal)
      call.onAccepted?.()
      const tones = knobs.empty ? [] : composeTones(knobs.say ?? text, call)
      return {
        mimeType: speechTypes[format],
        audio: play(tones, format, knobs, call.signal),
        usage: () => null,
      }
    },
  }
}

const SAMPLES_PER_SECOND = 24_000
const BYTES_PER_SAMPLE = 2

type Tone = { hertz: number; samples: number; rest: number }

/** A tone for each word, as long as the word; text without spaces is cut. */
export function composeTones(text: string, { voice, speed }: Pick<SpeechCall, 'voice' | 'speed'>): Tone[] {
  const root = 130 + (hashText(typeof voice === 'string' ? voice : voice.id) % 12) * 12
  const samplesOf = (seconds: number) => Math.round((seconds * SAMPLES_PER_SECOND) / (speed ?? 1))
  return (text.match(/\S{1,16}/gu) ?? ['.']).map((word) => {
    const letters = [...word].length
    return {
      hertz: root * 2 ** ((hashText(word.toLowerCase()) % 8) / 12),
      samples: samplesOf(0.08 + letters * 0.045),
      rest: samplesOf(/[.!?。！？]$/u.test(word) ? 0.35 : /[,;:、，]$/u.test(word) ? 0.18 : 0.06),
    }
  })
}

/** One chunk per word. */
async function* play(
  tones: readonly Tone[],
  format: 'wav' | 'pcm',
  { cutAfter, chunkDelayMs = 0 }: Knobs,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const samples = tones.reduce((sum, tone) => sum + tone.samples + tone.rest, 0)
  for (const [index, tone] of tones.entries()) {
    if (index === cutAfter)
      throw new UpstreamError('failed', { message: 'The sandbox was asked to break the sound.' })
    await wait(index === 0 ? 0 : chunkDelayMs, signal)
    await nextTurn() // a long text takes seconds
    const sound = drawTone(tone)
    yield index === 0 && format === 'wav' ? Buffer.concat([wavHead(samples), sound]) : sound
  }
}

const LOUDNESS = 9000
const EDGE_SAMPLES = 480

function drawTone({ hertz, samples, rest }: Tone): Buffer {
  const sound = Buffer.alloc((samples + rest) * BYTES_PER_SAMPLE)
  const turn = (2 * Math.PI * hertz) / SAMPLES_PER_SECOND
  for (let at = 0; at < samples; at++) {
    // Fades in and out without a click.
    const edge = Math.min(1, at / EDGE_SAMPLES, (samples - at) / EDGE_SAMPLES)
    const wave = Math.sin(at * turn) + 0.4 * Math.sin(at * turn * 2)
    sound.writeInt16LE(Math.round(wave * edge * LOUDNESS), at * BYTES_PER_SAMPLE)
  }
  return sound
}

/** RIFF, one channel of 16 bits. */
function wavHead(samples: number): Buffer {
  const sizeBytes = samples * BYTES_PER_SAMPLE
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + sizeBytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20) // PCM
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  head.writeUInt32LE(SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, 28)
  head.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  head.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  head.write('data', 36)
  head.writeUInt32LE(sizeBytes, 40)
  return head
}

/**
 * Transcripts that need no network: they say that no model listened, and the length of the clip. Knobs are read from `prompt`;
 * `[[say:TEXT]]` sets the text.
 */
export function createSandboxTranscription(): TranscriptionModel {
  return {
    async transcribe({ prompt, seconds, isSound, onText, signal, onAccepted }) {
      const { knobs } = parseKnobs(prompt ?? '')
      await obeyKnobs(knobs, signal)
      if (!isSound)
        throw new UpstreamError('rejected', {
          status: 400,
          param: 'file',
          message: 'file is not a supported audio file: send WAV, MP3, FLAC, AAC, Ogg, MP4 or WebM.',
        })
      onAccepted?.()
      const length = Math.round(seconds * 10) / 10
      const text = knobs.empty
        ? ''
        : (knobs.say ??
          `This is the sandbox, which does not listen. The clip is ${length} ${length === 1 ? 'second' : 'seconds'} long.`)
      for (const [index, part] of (text.match(/\s*\S+/g) ?? []).entries()) {
        if (index === knobs.cutAfter)
          throw new UpstreamError('failed', { message: 'The sandbox was asked to break the transcript.' })
        await wait(knobs.chunkDelayMs ?? 0, signal)
        onText?.(part)
      }
      return { text, language: 'english', seconds, tokens: null, ...timesOf(text, seconds) }
    },
  }
}

/** Sentences and words, with evenly distributed times. */
function timesOf(text: string, seconds: number): Pick<Transcript, 'segments' | 'words'> {
  const spread = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ 0: part, index }) => ({
      start: (seconds * index) / text.length,
      end: (seconds * (index + part.length)) / text.length,
      part,
    }))
  return {
    segments: spread(/\S[^.!?]*(?:[.!?](?=\d)[^.!?]*)*[.!?]?/g).map(({ part, ...times }, id) => ({
      id,
      ...times,
      text: part,
    })),
    words: spread(/[\p{L}\p{N}'’.]*[\p{L}\p{N}]/gu).map(({ part: word, ...times }) => ({ word, ...times })),
  }
}
