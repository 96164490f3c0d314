import { describe, expect, it } from 'vitest'
import { readClip } from '@/lib/gateway/calls/audio/clip'
import { longestTurnMillis } from '@/lib/platform/testing/processor-time'
import type { SpeechCall, TranscriptionCall } from '@/lib/upstream/contract/audio-model'
import { composeTones, createSandboxSpeech, createSandboxTranscription } from './audio'

async function speak(input: string, more: Partial<SpeechCall> = {}) {
  const speech = await createSandboxSpeech().speak({
    model: 'speech',
    input,
    voice: 'alloy',
    format: null,
    speed: null,
    instructions: null,
    isCounted: false,
    signal: new AbortController().signal,
    ...more,
  })
  const chunks: Buffer[] = []
  for await (const chunk of speech.audio) chunks.push(chunk)
  return { mimeType: speech.mimeType, pieces: chunks, bytes: Buffer.concat(chunks) }
}

describe('the sandbox’s speech', () => {
  it('is a WAV of the length in its header, sent word by word', async () => {
    const { mimeType, pieces: chunks, bytes } = await speak('The tide is out.')
    expect([mimeType, chunks.length]).toEqual(['audio/wav', 4])
    const clip = await readClip(new File([new Uint8Array(bytes)], ''))
    expect(clip.fileName).toBe('audio.wav')
    expect(clip.seconds).toBeCloseTo((bytes.length - 44) / 48_000, 3)
    expect((await speak('The tide is out.')).bytes).toEqual(bytes)
  })

  it('as bare samples is the same without its head', async () => {
    const [wav, pcm] = await Promise.all([speak('One, two.'), speak('One, two.', { format: 'pcm' })])
    expect(pcm.mimeType).toBe('audio/pcm')
    expect(pcm.bytes).toEqual(wav.bytes.subarray(44))
  })

  it('has the rhythm of its words, the pitch of its voice and the requested speed', () => {
    const [short, long] = composeTones('a portico.', { voice: 'alloy', speed: null })
    expect(long?.samples).toBeGreaterThan(short?.samples ?? 0)
    expect(long?.rest).toBeGreaterThan(short?.rest ?? 0)
    const [other] = composeTones('a', { voice: { id: 'onyx' }, speed: 2 })
    expect(other?.samples).toBe((short?.samples ?? 0) / 2)
    expect(other?.hertz).not.toBe(short?.hertz)
  })

  it.each(['mp3', 'opus', 'aac', 'flac'] as const)('refuses %s by name', async (format) => {
    const fault = { fault: 'rejected', param: 'response_format', message: expect.stringContaining(format) }
    await expect(speak('x', { format })).rejects.toMatchObject(fault)
  })

  it('leaves others their turn', async () => {
    const longest = () => longestTurnMillis(() => speak('abc '.repeat(512), { speed: 0.25 }))
    // A collection of garbage that other tests left only adds.
    expect(Math.min(await longest(), await longest(), await longest())).toBeLessThan(60)
  })

  it('follows knobs', async () => {
    await expect(speak('[[status:429]] x')).rejects.toMatchObject({ fault: 'rate_limited' })
    await expect(speak('[[cut:2]] a b c')).rejects.toMatchObject({ fault: 'failed' })
    expect((await speak('[[empty]] x')).pieces).toEqual([])
    const hangUp = new AbortController()
    const hanging = speak('[[hang]]', { signal: hangUp.signal })
    hangUp.abort(new Error('gone'))
    await expect(hanging).rejects.toThrow('gone')
  })
})

function transcribe(more: Partial<TranscriptionCall> = {}) {
  return createSandboxTranscription().transcribe({
    task: 'transcribe',
    model: 'transcription',
    file: new Blob(['x']),
    fileName: 'a.wav',
    seconds: 3.24,
    isSound: true,
    language: null,
    prompt: null,
    temperature: null,
    passed: [],
    timed: null,
    onText: null,
    signal: new AbortController().signal,
    ...more,
  })
}

describe('the sandbox’s transcript', () => {
  it('names itself and the length of the clip, with times that cover it', async () => {
    const parts: string[] = []
    const { text, seconds, segments, words } = await transcribe({
      onText: (part) => void parts.push(part),
    })
    expect(text).toBe('This is the sandbox, which does not listen. The clip is 3.2 seconds long.')
    expect(parts.join('')).toBe(text)
    expect(seconds).toBe(3.24)
    expect(segments.map((segment) => segment.text)).toEqual([
      'This is the sandbox, which does not listen.',
      'The clip is 3.2 seconds long.',
    ])
    expect(segments.at(-1)?.end).toBeCloseTo(3.24, 6)
    expect(words.map(({ word }) => word).slice(-4)).toEqual(['is', '3.2', 'seconds', 'long'])
  })

  it('refuses what is no sound', async () => {
    await expect(transcribe({ isSound: false })).rejects.toMatchObject({ fault: 'rejected', param: 'file' })
  })

  it('follows knobs in its prompt', async () => {
    expect((await transcribe({ prompt: '[[say:Exactly this]]' })).text).toBe('Exactly this')
    expect((await transcribe({ prompt: '[[empty]]' })).text).toBe('')
    await expect(transcribe({ prompt: '[[fail:content_policy_violation]]' })).rejects.toMatchObject({
      code: 'content_policy_violation',
    })
    await expect(transcribe({ prompt: '[[cut:1]]' })).rejects.toMatchObject({ fault: 'failed' })
  })
})
