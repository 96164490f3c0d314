import { registerAacEncoder } from '@mediabunny/aac-encoder'
import {
  ALL_FORMATS,
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { Sound } from '../sound/sound'

export type FilmParts = {
  /** An MP4 with the pictures alone. */
  pictures: Uint8Array<ArrayBuffer>
  fps: number
  sound: Sound | null
  title: string
  comment: string
  /** A small JPEG that players show before they play. */
  cover: Uint8Array<ArrayBuffer>
}

const AUDIO_BITS_PER_SECOND = 128_000
const AAC_FRAME = 1024

/** How the colours are meant, or players would guess by the size. */
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** One MP4 whose index comes first, so that it plays while it loads. */
export async function muxFilm(parts: FilmParts): Promise<Uint8Array<ArrayBuffer>> {
  registerAacEncoder()
  const input = new Input({ source: new BufferSource(parts.pictures), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('the encoder wrote no pictures')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.setMetadataTags({
    title: parts.title,
    comment: parts.comment,
    images: [{ data: parts.cover, mimeType: 'image/jpeg', kind: 'coverFront' }],
  })
  const pictures = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(pictures, { frameRate: parts.fps })
  const audio = parts.sound && new AudioSampleSource({ codec: 'aac', bitrate: AUDIO_BITS_PER_SECOND })
  if (audio !== null) output.addAudioTrack(audio)
  await output.start()
  await copyPictures(track, pictures)
  if (audio !== null && parts.sound !== null) await addSound(audio, parts.sound)
  await output.finalize()
  if (target.buffer === null) throw new Error('the film came out empty')
  return new Uint8Array(target.buffer)
}

/** The encoder's own file calls every frame one to jump to, which only the frames themselves can put right. */
const AS_THE_FRAMES_SAY = { verifyKeyPackets: true }

async function copyPictures(track: InputVideoTrack, pictures: EncodedVideoPacketSource): Promise<void> {
  const config = await track.getDecoderConfig()
  if (config === null) throw new Error('the encoder wrote pictures that nobody can describe')
  const decoderConfig = { ...config, colorSpace }
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, AS_THE_FRAMES_SAY))
    await pictures.add(packet, { decoderConfig })
  pictures.close()
}

/** Whole AAC frames only, less the one that every AAC encoder begins with, so that the sound never outlasts the pictures. */
async function addSound(audio: AudioSampleSource, { left, right, sampleRate }: Sound): Promise<void> {
  const length = Math.max(1, Math.floor(left.length / AAC_FRAME) - 1) * AAC_FRAME
  const data = new Float32Array(length * 2)
  data.set(left.subarray(0, length))
  data.set(right.subarray(0, length), length)
  const sample = new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: 2,
    sampleRate,
    timestamp: 0,
  })
  await audio.add(sample)
  sample.close()
  audio.close()
}
