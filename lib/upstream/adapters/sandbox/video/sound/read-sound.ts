import { ALL_FORMATS, AudioSampleSink, BufferSource, Input } from 'mediabunny'
import { unreadable } from '../film/unreadable'
import type { Sound } from './sound'

const MOST_SECONDS = 30

/** A reference sound, where it is plain samples (WAV). Compressed ones are accepted and left unheard: nothing here decodes them. */
export async function readSound(bytes: Uint8Array): Promise<Sound[]> {
  try {
    const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS })
    const track = await input.getPrimaryAudioTrack()
    if (track === null) throw new Error('no audio track')
    if (!(await track.canDecode())) return []
    const left: Float32Array[] = []
    const right: Float32Array[] = []
    for await (const sample of new AudioSampleSink(track).samples(0, MOST_SECONDS)) {
      left.push(channelOf(sample, 0))
      right.push(channelOf(sample, sample.numberOfChannels > 1 ? 1 : 0))
      sample.close()
    }
    return [{ left: joined(left), right: joined(right), sampleRate: track.sampleRate }]
  } catch (cause) {
    throw unreadable('A sound', cause)
  }
}

type Sample = {
  numberOfFrames: number
  copyTo(target: Float32Array, options: { planeIndex: number; format: 'f32-planar' }): void
}

function channelOf(sample: Sample, planeIndex: number): Float32Array {
  const channel = new Float32Array(sample.numberOfFrames)
  sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
  return channel
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
