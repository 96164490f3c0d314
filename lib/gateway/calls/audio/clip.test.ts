import { describe, expect, it } from 'vitest'
import { readClip } from './clip'

/** 16 bits, one channel, 8,000 samples a second; `declared` is the length in its header. */
function wav(seconds: number, declared = seconds): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + declared * 16_000, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(declared * 16_000, 40)
  return Buffer.concat([head, Buffer.alloc(seconds * 16_000)])
}

/** Frames of silence, 128 kbit/s at 44.1 kHz: 1,152 samples in 417 bytes. */
function mp3(frames: number): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9064)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** AAC as it is streamed, which says nothing of its length: 1,024 samples of 44.1 kHz in 200 bytes. */
function adts(frames: number): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(200)
  frame.set([0xff, 0xf1, 0x50, 0x80, 0x19, 0x1f, 0xfc])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

const clip = (bytes: Buffer<ArrayBuffer>, name = '') => readClip(new File([bytes], name))

describe('a clip', () => {
  it.each([
    ['a WAV', wav(2), 2, 'audio.wav'],
    ['an MP3', mp3(500), 13.06, 'audio.mp3'],
    ['bare AAC', adts(1000), 23.22, 'audio.aac'],
  ])('%s is as long as its head says', async (_case, bytes, seconds, fileName) => {
    const found = await clip(bytes)
    expect(Math.abs(found.seconds - seconds)).toBeLessThan(seconds * 0.01)
    expect(found.fileName).toBe(fileName)
  })

  it('keeps a name with an extension, and gets one otherwise', async () => {
    expect((await clip(wav(1), 'talk.m4a')).fileName).toBe('talk.m4a')
    expect((await clip(wav(1), 'unknown_file')).fileName).toBe('unknown_file.wav')
  })

  it('that cannot be read has a duration estimated from its size, and keeps its name', async () => {
    expect(await clip(Buffer.alloc(32_000, 1), 'a.bin')).toEqual({
      seconds: 2,
      fileName: 'a.bin',
      isSound: false,
    })
  })

  it('has a minimum duration for its size', async () => {
    expect((await clip(wav(300, 0.001))).seconds).toBeCloseTo(2, 1)
  })

  it('is read for at most a megabyte in search of a header', async () => {
    const boxes = Buffer.alloc(24 * 1024 * 1024)
    boxes.writeUInt32BE(24, 0)
    boxes.write('ftypisom', 4)
    for (let at = 24; at + 8 <= boxes.length; at += 8) {
      boxes.writeUInt32BE(8, at)
      boxes.write('free', at + 4)
    }
    const file = new CountedFile([boxes], 'a.mp4')
    expect((await readClip(file)).seconds).toBeCloseTo(boxes.length / 16_000, 3)
    expect(file.readBytes).toBeLessThanOrEqual(1024 * 1024)
    expect(file.reads).toBeLessThanOrEqual(500)
  })
})

class CountedFile extends File {
  reads = 0
  readBytes = 0

  override slice(start = 0, end = this.size): Blob {
    this.reads += 1
    this.readBytes += end - start
    return super.slice(start, end)
  }
}
