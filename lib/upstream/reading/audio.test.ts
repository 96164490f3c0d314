import { describe, expect, it } from 'vitest'
import { kindOfSound, readSound, soundTypeOf } from './audio'

const bytes = Buffer.from('RIFF0000WAVEfmt ')

describe('sound', () => {
  it.each([
    ['base64', { audio: bytes.toString('base64') }],
    ['one level down', { audio: { data: bytes.toString('base64') } }],
    ['in a list', { data: [{ b64_json: bytes.toString('base64') }] }],
    ['a data URL', { audio: `data:audio/wav;base64,${bytes.toString('base64')}` }],
    ['hexadecimal', { data: { audio: bytes.toString('hex') } }],
    ['a text alone', bytes.toString('base64')],
  ])('is read from %s', (_case, answer) => {
    expect(readSound(answer)).toEqual(bytes)
  })

  it.each([
    null,
    {},
    [],
    { audio: '' },
    { audioUrl: 'https://example.com' },
    { audio: 'https://example.com/a.mp3' },
  ])('is not made of %j', (answer) => {
    expect(() => readSound(answer)).toThrow()
  })

  it('of hexadecimal may be long', () => {
    expect(readSound({ audio: 'ab'.repeat(8_000_000) })).toHaveLength(8_000_000)
  })

  it.each([
    ['{"error":{}}', 'audio/mpeg', null, 'json'],
    ['<!doctype html>', 'application/octet-stream', null, 'json'],
    ['data: {}', 'application/octet-stream', null, 'events'],
    ['data: {}', 'text/event-stream', null, 'events'],
    ['{"a', 'audio/pcm', null, 'sound'],
    ['{"a', 'application/octet-stream', 'pcm', 'sound'],
    ['ID3', 'audio/mpeg', null, 'sound'],
    ['', 'audio/mpeg', null, 'sound'],
  ] as const)('of %j as %s (%s) is %s', (begins, mediaType, format, kind) => {
    expect(kindOfSound(Buffer.from(begins), mediaType, format)).toBe(kind)
  })

  it.each([
    ['52494646ffffffff57415645', 'audio/wav'],
    ['664c6143', 'audio/flac'],
    ['494433', 'audio/mpeg'],
    ['fffb90', 'audio/mpeg'],
    ['fff150', 'audio/aac'],
    ['4f676753', undefined],
    ['', undefined],
  ])('that begins with %s is %s', (begins, type) => {
    expect(soundTypeOf(Buffer.from(begins, 'hex'), 'application/octet-stream', null)).toBe(type)
  })

  it('without a header may start with anything', () => {
    expect(soundTypeOf(Buffer.from('fffb90', 'hex'), 'audio/pcm', null)).toBeUndefined()
  })
})
