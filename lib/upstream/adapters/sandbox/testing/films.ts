import { videoCall } from '@/lib/upstream/testing/video-call'
import { type FilmOrder, takeOrder } from '../video/order'

/** The plainest order, with what a test cares about laid over it. */
export function filmOrder(more: Partial<FilmOrder> = {}): FilmOrder {
  return { ...takeOrder(videoCall({ model: 'video', seed: 7, resolution: '480p' })), ...more }
}

const RATE = 44_100

/** A hum of so many seconds, as a WAV of one channel. */
export function wavOf(seconds: number): Buffer {
  const count = Math.round(seconds * RATE)
  const wav = Buffer.alloc(44 + count * 2)
  wav.write('RIFF')
  wav.writeUInt32LE(36 + count * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(count * 2, 40)
  for (let at = 0; at < count; at++) wav.writeInt16LE(Math.round(Math.sin(at * 0.06) * 20_000), 44 + at * 2)
  return wav
}
