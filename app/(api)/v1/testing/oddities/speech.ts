import { answerWith } from '@/lib/upstream/testing/answer-with'
import { wav } from '../../audio/testing'
import type { Oddity, Try } from './oddity'
import { data, done, json, raw } from './upstream-bytes'

/** Speech. */
const reads = { modality: 'speech', pricing: { character: '0.00001' } }
const wave = wav(0)
const mp3 = Buffer.from([0x49, 0x44, 0x33, 0x04, 0x00, 0x00, 0xff, 0x80])
const spoken = { status: 'success', characters: 5, cost: '0.000050' }

const speaks = (
  answers: Try['answers'],
  sound: Buffer | null,
  type: string,
  more: Partial<Try> = {},
): Try => ({
  model: reads,
  ask: { path: '/v1/audio/speech', body: { input: 'Hello', voice: 'alloy' } },
  answers,
  reads: sound
    ? { body: sound, headers: { 'content-type': type } }
    : { status: 502, error: 'upstream_error' },
  row: sound ? spoken : { status: 'failed' },
  ...more,
})
const mute = (answers: Try['answers'], more: Partial<Try> = {}) => speaks(answers, null, '', more)
const asWav = { path: '/v1/audio/speech', body: { input: 'Hello', voice: 'alloy', response_format: 'wav' } }

export const speech: readonly Oddity[] = [
  {
    report: 'tenstorrent/tt-inference-server#1720',
    comes: 'JSON with the sound in base64.',
    becomes: 'The client gets the sound.',
    tries: [
      speaks(json(200, { audio: wave.toString('base64'), duration: 1 }), wave, 'audio/wav'),
      speaks(json(200, { data: { audio: mp3.toString('hex'), status: 2 } }), mp3, 'audio/mpeg', {
        name: 'MiniMax, in hexadecimal',
      }),
      speaks(
        json(200, { audioContent: `data:audio/wav;base64,${wave.toString('base64')}` }),
        wave,
        'audio/wav',
        {
          name: 'as a data URL',
        },
      ),
    ],
  },
  {
    report: 'THU-MAIC/OpenMAIC#1395',
    comes: 'A page, or JSON with a link, under status 200.',
    becomes: 'No answer: the next route is asked, else 502; nothing is charged, no link is followed.',
    tries: [
      mute(answerWith.text(200, 'text/html', '<html>')),
      mute(json(200, { audioUrl: 'https://example.com/a.mp3' }), { name: 'a link' }),
      mute(answerWith.text(200, 'audio/mpeg', '<!doctype html><html>'), { name: 'a page as sound' }),
      mute(answerWith.text(200, 'application/octet-stream', '{"error":{"message":"Busy.","code":429}}'), {
        name: 'an error as bytes',
        reads: { status: 429, error: 'rate_limit_exceeded' },
      }),
      speaks(json(200, {}), mp3, 'audio/mpeg', {
        name: 'another route',
        fallback: answerWith.text(200, 'audio/mpeg', mp3),
      }),
    ],
  },
  {
    report: 'BerriAI/litellm#4332',
    comes: '`audio/mpeg` as the type of every sound.',
    becomes: 'The type is that of the bytes.',
    tries: [
      speaks(
        answerWith.text(200, 'audio/mpeg', Buffer.from('fLaC0000')),
        Buffer.from('fLaC0000'),
        'audio/flac',
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#38798',
    comes: 'Sound without a type, or as bytes, or in another format than the one that was asked for.',
    becomes: 'The type is that of the bytes.',
    tries: [
      speaks(answerWith.text(200, 'application/octet-stream', wave), wave, 'audio/wav', { name: 'bytes' }),
      speaks(raw({ type: null }, wave), wave, 'audio/wav', { name: 'without a type' }),
      speaks(answerWith.text(200, 'audio/wav', mp3), mp3, 'audio/mpeg', {
        name: 'another format',
        ask: asWav,
      }),
    ],
  },
  {
    report: 'openclaw/openclaw#49159',
    comes: 'No bytes under status 200.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [mute(answerWith.text(200, 'audio/mpeg', ''))],
  },
  {
    report: 'moeru-ai/airi#454',
    comes: '`null` under status 200.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [mute(json(200, null))],
  },
  {
    report: 'erew123/alltalk_tts#635',
    comes: '`text/plain` instead of sound.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [mute(answerWith.text(200, 'text/plain', 'Narrator: Hello'))],
  },
  {
    report: 'travisvn/openai-edge-tts#34',
    comes: 'An error among events, as text.',
    becomes: 'An error before the first sound: 502, nothing charged.',
    tries: [
      mute(raw({}, data({ type: 'error', error: 'a coroutine was expected' }))),
      mute(raw({}, data({ error: { message: 'Slow down.', code: 429 } })), {
        name: 'with a status',
        reads: { status: 429, error: 'rate_limit_exceeded' },
      }),
    ],
  },
  {
    report: 'vllm-project/vllm-omni#4490',
    comes: 'Events with the sound in `delta`, `[DONE]` in place of the last event, `speech.audio.error`.',
    becomes: 'The sound is read; an error is one.',
    tries: [
      speaks(
        raw({}, data({ type: 'speech.audio.delta', delta: mp3.toString('base64') }), done),
        mp3,
        'audio/mpeg',
      ),
      speaks(
        raw(
          { type: 'application/octet-stream' },
          'data:\n\n',
          data({ type: 'speech.audio.delta', audio: mp3.toString('base64'), usage: null }),
          data({ type: 'speech.audio.done', usage: null }).trim(),
        ),
        mp3,
        'audio/mpeg',
        { name: 'as bytes, with an empty event and without a last blank line' },
      ),
      mute(raw({}, data({ type: 'speech.audio.error', message: 'No.' })), { name: 'an error' }),
    ],
  },
]
