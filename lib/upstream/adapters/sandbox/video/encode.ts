import { registerAacEncoder } from '@mediabunny/aac-encoder'
import encoderPackage, { type H264MP4Encoder } from 'h264-mp4-encoder'
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
import type { FrameSize } from '@/lib/upstream/video-pixels'
import { randomOf } from '../knobs'
import { FPS } from './order'

const FASTEST = 10
const SECONDS_BETWEEN_KEYFRAMES = 1

/**
 * Encodes frames one by one into an MP4 without sound. `quantizer`: 10 is the best image, 51 the smallest file. Only for child
 * processes, because the encoder's runtime replaces the crash handlers of its process.
 */
export async function encodeH264({ width, height }: FrameSize, quantizer: number) {
  const encoder: H264MP4Encoder = await encoderPackage.createH264MP4Encoder()
  encoder.width = width
  encoder.height = height
  encoder.frameRate = FPS
  encoder.speed = FASTEST
  encoder.quantizationParameter = quantizer
  encoder.groupOfPictures = FPS * SECONDS_BETWEEN_KEYFRAMES
  encoder.initialize()
  return {
    /** RGBA. */
    add: (frame: Uint8Array) => encoder.addFrameRgba(frame),
    finish(): Uint8Array<ArrayBuffer> {
      encoder.finalize()
      const file = new Uint8Array(encoder.FS.readFile(encoder.outputFilename))
      encoder.FS.unlink(encoder.outputFilename)
      encoder.delete()
      return file
    },
  }
}

type FilmParts = {
  /** An MP4 without sound. */
  pictures: Uint8Array<ArrayBuffer>
  sound: Float32Array | null
  title: string
  /** A small JPEG that players show before they play. */
  cover: Uint8Array<ArrayBuffer>
}

const AUDIO_BITS_PER_SECOND = 128_000
const AAC_FRAME = 1024

/** The encoder's color space; without it, players would guess by the size. */
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: false } as const

/** One MP4 with the index at the start, so that it plays while it loads. */
export async function muxFilm(parts: FilmParts): Promise<Uint8Array<ArrayBuffer>> {
  registerAacEncoder()
  const input = new Input({ source: new BufferSource(parts.pictures), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('the encoder wrote no pictures')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.setMetadataTags({
    title: parts.title,
    comment: 'Made by the sandbox of Portico',
    images: [{ data: parts.cover, mimeType: 'image/jpeg', kind: 'coverFront' }],
  })
  const pictures = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(pictures, { frameRate: FPS })
  const audio = parts.sound && new AudioSampleSource({ codec: 'aac', bitrate: AUDIO_BITS_PER_SECOND })
  if (audio !== null) output.addAudioTrack(audio)
  await output.start()
  await copyPictures(track, pictures)
  if (audio !== null && parts.sound !== null) await addSound(audio, parts.sound)
  await output.finalize()
  if (target.buffer === null) throw new Error('the film came out empty')
  return withoutTimes(new Uint8Array(target.buffer))
}

/** Clears the creation times, so that the same order gives the same bytes. */
function withoutTimes(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = Buffer.from(file.buffer)
  const index = whole.subarray(0, whole.indexOf('mdat')) // it comes first
  for (const header of ['mvhd', 'tkhd', 'mdhd'])
    for (let at = index.indexOf(header); at !== -1; at = index.indexOf(header, at + 1)) {
      const hasLongTimes = index[at + 4] === 1 // the version: two times follow, of four bytes or eight
      index.fill(0, at + 8, at + (hasLongTimes ? 24 : 16))
    }
  return file
}

/** The encoder marks every frame as a keyframe; the packets tell which are. */
const AS_THE_FRAMES_SAY = { verifyKeyPackets: true }

async function copyPictures(track: InputVideoTrack, pictures: EncodedVideoPacketSource): Promise<void> {
  const config = await track.getDecoderConfig()
  if (config === null) throw new Error('the encoder wrote pictures that nobody can describe')
  const decoderConfig = { ...config, colorSpace }
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, AS_THE_FRAMES_SAY))
    await pictures.add(packet, { decoderConfig })
  pictures.close()
}

/** Adds whole AAC frames, less the encoder's priming frame, so that the sound is never longer than the video. */
async function addSound(audio: AudioSampleSource, sound: Float32Array): Promise<void> {
  const length = Math.max(1, Math.floor(sound.length / AAC_FRAME) - 1) * AAC_FRAME
  const data = new Float32Array(length * 2)
  for (const channel of [0, 1]) data.set(sound.subarray(0, length), channel * length)
  const format = { format: 'f32-planar', numberOfChannels: 2, sampleRate: SAMPLE_RATE, timestamp: 0 } as const
  const sample = new AudioSample({ ...format, data })
  await audio.add(sample)
  sample.close()
  audio.close()
}

const SAMPLE_RATE = 48_000
const FADE = 0.6 * SAMPLE_RATE
const LOUDNESS = 0.15
/** In semitones above the root. */
const CHORD = [0, 7, 12, 16] as const
const LOWEST_ROOT = 110

/** A quiet chord that swells and fades, as samples between -1 and 1. */
export function composeSound(seconds: number, seed: number): Float32Array {
  const random = randomOf(seed)
  const root = LOWEST_ROOT * 2 ** (Math.floor(random() * 8) / 12)
  const voices = CHORD.map((step) => ({ hertz: root * 2 ** (step / 12), breath: 0.15 + random() * 0.2 }))
  const sound = new Float32Array(Math.round(seconds * SAMPLE_RATE))
  for (let at = 0; at < sound.length; at++) {
    const turns = (2 * Math.PI * at) / SAMPLE_RATE
    // Fades in and out without a click.
    const edge = Math.min(1, at / FADE, (sound.length - 1 - at) / FADE)
    for (const { hertz, breath } of voices)
      sound[at] =
        (sound[at] ?? 0) + Math.sin(turns * hertz) * (0.6 + 0.4 * Math.sin(turns * breath)) * edge * LOUDNESS
  }
  return sound
}
