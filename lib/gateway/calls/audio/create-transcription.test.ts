import { describe, expect, it } from 'vitest'
import type { Transcript } from '@/lib/upstream/contract/audio-model'
import { writeTranscript } from './create-transcription'
import { TranscriptReply } from './schema'

const transcript: Transcript = {
  text: 'Hello you. Bye.',
  language: 'english',
  seconds: 3725.25,
  tokens: null,
  segments: [
    { id: 0, start: 0, end: 1.0004, text: ' Hello you.' },
    { id: 1, start: 59.9996, end: 3725.25, text: ' <b> --> \n\n &' },
  ],
  words: [],
}
const spent = {
  task: 'transcribe' as const,
  seconds: 3725.25,
  usage: { type: 'duration' as const, seconds: 3725.25, cost: 0.1 },
}
const write = (format: Parameters<typeof writeTranscript>[1], more: Partial<Transcript> = {}) =>
  writeTranscript({ ...transcript, ...more }, format, spent)

describe('a transcript', () => {
  it('as text is the plain text', () => {
    expect(write('text')).toEqual({ mimeType: 'text/plain; charset=utf-8', body: 'Hello you. Bye.\n' })
  })

  it('as SubRip and WebVTT has a cue per segment', () => {
    expect(write('srt').body).toBe(
      '1\n00:00:00,000 --> 00:00:01,000\nHello you.\n\n2\n00:01:00,000 --> 01:02:05,250\n<b> --> \n &\n\n',
    )
    expect(write('vtt').body).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello you.\n\n00:01:00.000 --> 01:02:05.250\n&lt;b> --&gt; \n &amp;\n\n',
    )
  })

  it('without segments is one cue; without text none', () => {
    expect(write('srt', { segments: [] }).body).toBe('1\n00:00:00,000 --> 01:02:05,250\nHello you. Bye.\n\n')
    expect(write('vtt', { segments: [], text: '' }).body).toBe('WEBVTT\n\n')
  })

  it('as JSON has its usage, and as verbose JSON the upstream’s times', () => {
    expect(JSON.parse(write('json').body)).toEqual({ text: transcript.text, usage: spent.usage })
    const verbose = TranscriptReply.parse(JSON.parse(write('verbose_json').body))
    expect(verbose).toEqual({
      task: 'transcribe',
      language: 'english',
      duration: 3725.25,
      text: transcript.text,
      segments: transcript.segments,
      usage: spent.usage,
    })
  })
})
