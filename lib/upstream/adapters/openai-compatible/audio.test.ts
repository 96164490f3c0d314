import { describe, expect, test } from 'vitest'
import type { SpeechDialectName } from '@/lib/upstream/contract/adapter'
import type { SpeechCall, TranscriptionCall } from '@/lib/upstream/contract/audio-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleSpeech, createOpenAiCompatibleTranscription } from './audio'

const upstream = await openUpstream()

async function speak(more: Partial<SpeechCall> = {}, dialect?: SpeechDialectName) {
  const model = createOpenAiCompatibleSpeech({ baseUrl: upstream.baseUrl, apiKey: API_KEY }, dialect)
  const speech = await model.speak({
    model: 'tts',
    input: 'Hello',
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
  return { ...speech, bytes: Buffer.concat(chunks), usage: speech.usage() }
}

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const delta = (text: string) =>
  event({ type: 'speech.audio.delta', audio: Buffer.from(text).toString('base64') })
const usage = { input_tokens: 14, output_tokens: 101, total_tokens: 115 }

describe('speech', () => {
  test('is requested with the given parameters only', async () => {
    upstream.answer(answerWith.text(200, 'audio/mpeg', 'ID3'))
    expect(await speak()).toMatchObject({ mimeType: 'audio/mpeg', usage: null })
    await speak({ voice: { id: 'v_1' }, format: 'opus', speed: 2, instructions: 'Softly', isCounted: true })
    const [plain, full] = upstream.requests
    expect(plain?.path).toBe('/v1/audio/speech')
    expect(plain?.headers.authorization).toBe(`Bearer ${API_KEY}`)
    expect(JSON.parse(plain?.body ?? '')).toEqual({ model: 'tts', input: 'Hello', voice: 'alloy' })
    expect(JSON.parse(full?.body ?? '')).toEqual({
      model: 'tts',
      input: 'Hello',
      voice: { id: 'v_1' },
      response_format: 'opus',
      speed: 2,
      instructions: 'Softly',
      stream_format: 'sse',
    })
  })

  test('arrives unchanged, piece by piece', async () => {
    const chunks = [Buffer.from([0xff, 0x00, 0x0a]), Buffer.from('\n\n'), Buffer.from([0x80])]
    upstream.answer(answerWith.slowly('audio/wav', ...chunks))
    expect((await speak()).bytes).toEqual(Buffer.concat(chunks))
  })

  test('in events arrives with its usage', async () => {
    const words = [delta('one'), delta('two'), event({ type: 'speech.audio.done', usage })].join('')
    upstream.answer(answerWith.events(words.slice(0, 30), words.slice(30)))
    const spoken = await speak({ isCounted: true })
    expect(spoken.bytes.toString()).toBe('onetwo')
    expect(spoken).toMatchObject({
      mimeType: 'audio/mpeg',
      usage: { promptTokens: 14, completionTokens: 101 },
    })
  })

  test.each([
    ['events that end early', answerWith.events(delta('one'))],
    ['an error among events', answerWith.events(delta('one'), event({ error: { message: 'no' } }))],
    ['events that are none', answerWith.events('data: {"type":\n\n')],
    ['a connection that breaks', answerWith.cutInsideChunk('audio/mpeg')],
    ['JSON without sound', answerWith.json(200, { audioUrl: 'https://example.com/a.mp3' })],
  ])('%s is a failure', async (_case, play) => {
    upstream.answer(play)
    await expect(speak()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each([
    [400, 'rejected'],
    [401, 'failed'],
    [429, 'rate_limited'],
    [500, 'failed'],
  ])('%i is %s', async (status, fault) => {
    upstream.answer(answerWith.json(status, { error: { message: 'No.' } }))
    await expect(speak()).rejects.toMatchObject({ fault })
  })

  test('ends upstream, with the signal’s reason, when that aborts', async () => {
    upstream.answer(answerWith.headThenSilence('audio/mpeg'))
    const hangUp = new AbortController()
    const seen = upstream.nextRequest()
    const speaking = speak({ signal: hangUp.signal, onAccepted: () => hangUp.abort(new Error('gone')) })
    await expect(speaking).rejects.toThrow('gone')
    await (await seen).closed
  })
})

describe('speech by a vendor’s own API', () => {
  test('ElevenLabs: the voice is in the path, the format in the query, the sound is the body', async () => {
    // elevenlabs.io/docs/api-reference/text-to-speech/stream
    upstream.answer(answerWith.text(200, 'audio/mpeg', 'ID3'))
    const { mimeType, bytes } = await speak({ model: 'eleven_v4', voice: 'a/b', speed: 1.1 }, 'elevenlabs')
    expect([mimeType, bytes.toString()]).toEqual(['audio/mpeg', 'ID3'])
    expect(upstream.requests[0]?.path).toBe('/v1/text-to-speech/a%2Fb/stream?output_format=mp3_44100_128')
    expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({
      text: 'Hello',
      model_id: 'eleven_v4',
      voice_settings: { speed: 1.1 },
    })
    await speak({ format: 'pcm', voice: { id: 'v' } }, 'elevenlabs')
    expect(upstream.requests[1]?.path).toBe('/v1/text-to-speech/v/stream?output_format=pcm_24000')
  })

  test('MiniMax: the sound is hexadecimal text in JSON', async () => {
    // platform.minimax.io/docs/api-reference/speech-t2a-http
    upstream.answer(
      answerWith.json(200, {
        data: { audio: Buffer.from('ID3 sound').toString('hex'), status: 2 },
        extra_info: { audio_length: 9900, audio_sample_rate: 32_000, usage_characters: 5 },
        trace_id: '01b8bf9bb7433cc75c18eee6cfa8fe21',
        base_resp: { status_code: 0, status_msg: 'success' },
      }),
    )
    const { mimeType, bytes } = await speak({ model: 'speech-2.6-hd', format: 'mp3' }, 'minimax')
    expect([mimeType, bytes.toString()]).toEqual(['audio/mpeg', 'ID3 sound'])
    expect(upstream.requests[0]?.path).toBe('/v1/t2a_v2')
    expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({
      model: 'speech-2.6-hd',
      text: 'Hello',
      stream: false,
      output_format: 'hex',
      voice_setting: { voice_id: 'alloy' },
      audio_setting: { format: 'mp3' },
    })
  })

  test.each<[SpeechDialectName, number, object, object]>([
    ['minimax', 200, { base_resp: { status_code: 1002, status_msg: 'limit' } }, { fault: 'rate_limited' }],
    ['minimax', 200, { base_resp: { status_code: 1004, status_msg: 'login fail' } }, { fault: 'failed' }],
    [
      'elevenlabs',
      404,
      { detail: { status: 'voice_not_found', message: 'A voice with that id was not found.' } },
      { fault: 'rejected' },
    ],
    ['elevenlabs', 401, { detail: { status: 'invalid_api_key', message: 'no' } }, { fault: 'failed' }],
  ])('%s: %i %o is a failure', async (dialect, status, body, expected) => {
    upstream.answer(answerWith.json(status, body))
    await expect(speak({}, dialect)).rejects.toMatchObject(expected)
  })

  test.each<[SpeechDialectName, Partial<SpeechCall>, string]>([
    ['elevenlabs', { format: 'flac' }, 'response_format'],
    ['minimax', { format: 'opus' }, 'response_format'],
    ['minimax', { instructions: 'Softly' }, 'instructions'],
  ])('%s refuses %o, which it does not have', async (dialect, call, param) => {
    await expect(speak(call, dialect)).rejects.toMatchObject({ fault: 'unsupported', param })
    expect(upstream.requests).toEqual([])
  })
})

function transcribe(more: Partial<TranscriptionCall> = {}) {
  const model = createOpenAiCompatibleTranscription({ baseUrl: upstream.baseUrl, apiKey: API_KEY })
  return model.transcribe({
    task: 'transcribe',
    model: 'whisper',
    file: new Blob(['sound']),
    fileName: 'a.mp3',
    seconds: 3,
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

/** What a form of ours said, by the names of its fields. */
function sentFields(body: string): Record<string, string[]> {
  const parts = body.matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?.*?\r\n\r\n(.*?)\r\n--/gs)
  const said = [...parts].map(([, name = '', file = '', value = '']) => ({
    name,
    value: file === '' ? value : `${file}: ${value}`,
  }))
  const byName = Map.groupBy(said, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(({ value }) => value)]))
}

describe('a transcript', () => {
  test('is requested by a form of the given parameters only', async () => {
    upstream.answer(answerWith.json(200, { text: 'Hello.' }))
    await transcribe()
    const more = { language: 'de', prompt: 'Moin', temperature: 0.5, timed: ['word', 'segment'] } as const
    await transcribe({ ...more, onText: () => undefined })
    const [plain, full] = upstream.requests
    expect(plain?.path).toBe('/v1/audio/transcriptions')
    expect(sentFields(plain?.body ?? '')).toEqual({
      model: ['whisper'],
      response_format: ['json'],
      file: ['a.mp3: sound'],
    })
    expect(sentFields(full?.body ?? '')).toEqual({
      model: ['whisper'],
      response_format: ['verbose_json'],
      language: ['de'],
      prompt: ['Moin'],
      temperature: ['0.5'],
      'timestamp_granularities[]': ['word', 'segment'],
      stream: ['true'],
      file: ['a.mp3: sound'],
    })
  })

  test('in English is requested as a translation, without fields that it does not have', async () => {
    // The answer of platform.openai.com/docs/api-reference/audio/createTranslation
    upstream.answer(
      answerWith.json(200, {
        text: 'Hello, my name is Wolfgang and I come from Germany.',
        language: 'english',
      }),
    )
    const { text } = await transcribe({ task: 'translate', timed: ['segment'], prompt: 'Names' })
    expect(text).toBe('Hello, my name is Wolfgang and I come from Germany.')
    expect(upstream.requests[0]?.path).toBe('/v1/audio/translations')
    expect(sentFields(upstream.requests[0]?.body ?? '')).toEqual({
      model: ['whisper'],
      response_format: ['verbose_json'],
      prompt: ['Names'],
      file: ['a.mp3: sound'],
    })
  })

  const nothing = { language: null, seconds: null, tokens: null, segments: [], words: [] }

  test.each([
    [
      'tokens',
      { usage: { type: 'tokens', ...usage } },
      { tokens: { promptTokens: 14, completionTokens: 101 } },
    ],
    ['seconds', { usage: { type: 'duration', seconds: 9 }, duration: 8.47 }, { seconds: 9 }],
    ['a duration', { duration: '8.47', language: 'english' }, { seconds: 8.47, language: 'english' }],
    // laravel/ai#1025
    [
      'Mistral’s usage',
      {
        usage: { prompt_audio_seconds: 203, prompt_tokens: 4, completion_tokens: 635, total_tokens: 3264 },
      },
      { seconds: 203, tokens: { promptTokens: 2629, completionTokens: 635, audioInputTokens: 2625 } },
    ],
    ['ElevenLabs’ duration', { audio_duration_secs: 8.5 }, { seconds: 8.5 }],
    ['usage that is none', { usage: 'much' }, {}],
    [
      'times',
      {
        segments: [{ id: 0, start: 0, end: 1.5, text: ' Hello.' }],
        words: [{ word: 'Hello', start: 0, end: 1 }],
      },
      {
        segments: [{ id: 0, start: 0, end: 1.5, text: ' Hello.' }],
        words: [{ word: 'Hello', start: 0, end: 1 }],
      },
    ],
  ])('with %s', async (_case, told, read) => {
    upstream.answer(answerWith.json(200, { text: 'Hello.', ...told }))
    expect(await transcribe()).toEqual({ ...nothing, text: 'Hello.', ...read })
  })

  test('arrives piece by piece', async () => {
    const part = (text: string) => event({ type: 'transcript.text.delta', delta: text })
    const done = event({
      type: 'transcript.text.done',
      text: 'Hello you.',
      usage: { type: 'tokens', ...usage },
    })
    upstream.answer(answerWith.events(part('Hello'), part(' you.'), done))
    const parts: string[] = []
    const transcript = await transcribe({ onText: (text) => void parts.push(text) })
    expect(parts).toEqual(['Hello', ' you.'])
    expect(transcript).toEqual({
      ...nothing,
      text: 'Hello you.',
      tokens: { promptTokens: 14, completionTokens: 101 },
    })
  })

  test('arrives in one piece from an upstream that cannot stream', async () => {
    upstream.answer(answerWith.json(200, { text: 'Hello.' }))
    const pieces: string[] = []
    await transcribe({ onText: (text) => void pieces.push(text) })
    expect(pieces).toEqual(['Hello.'])
  })

  test.each([
    ['no text', answerWith.json(200, { error: { message: 'no' } })],
    ['events that end early', answerWith.events(event({ type: 'transcript.text.delta', delta: 'a' }))],
    ['another type', answerWith.text(200, 'text/html', '<p>Hello.</p>')],
    ['times that are none', answerWith.json(200, { text: 3 })],
  ])('with %s is a failure', async (_case, play) => {
    upstream.answer(play)
    await expect(transcribe({ onText: () => undefined })).rejects.toMatchObject({ fault: 'failed' })
  })

  test('that is refused names the field', async () => {
    upstream.answer(answerWith.json(400, { error: { message: 'Unsupported.', param: 'response_format' } }))
    await expect(transcribe()).rejects.toMatchObject({ fault: 'rejected', param: 'response_format' })
  })
})
