import { ALL_FORMATS, FilePathSource, Input, type InputVideoTrack } from 'mediabunny'
import { fileTypeOf, openPicture } from '@/lib/platform/sharp'
import {
  fpsLimits,
  MediaFault,
  mediaLimits,
  ratioLimits,
  secondsLimits,
  sideLimits,
  videoPixelLimits,
} from './media-limits'
import type { AssetType } from './schema'

/** Checks a file by its content against the limits of video models. Resolves with its MIME type; throws MediaFault. */
export async function checkMedia(path: string, assetType: AssetType): Promise<string> {
  const found = await fileTypeOf(path)
  if (found === undefined) throw new MediaFault('FormatUndetectable', 'The file format is not recognized.')
  const allowed: readonly string[] = mediaLimits[assetType].mimeTypes
  if (!allowed.includes(found.mime)) {
    const isOtherKind = !found.mime.startsWith(`${assetType.toLowerCase()}/`)
    const code = isOtherKind ? 'TypeMismatch' : 'FormatUnsupported'
    throw new MediaFault(code, `The file is ${found.mime}; ${assetType} accepts ${allowed.join(', ')}.`)
  }
  if (assetType === 'Image') await checkImage(path)
  else await checkRecording(path, assetType)
  return found.mime
}

const MAX_PIXELS = sideLimits.max * sideLimits.max
const types = mediaLimits.Image.mimeTypes

/** Throws MediaFault. Decodes the whole image, in bounded memory. */
async function checkImage(path: string): Promise<void> {
  const { autoOrient } = await openPicture(path, { types, limitInputPixels: false })
    .then((picture) => picture.metadata())
    .catch(() => {
      throw new MediaFault('FormatUnsupported', 'The image could not be decoded.')
    })
  const { width, height } = autoOrient
  checkSide('Width', width)
  checkSide('Height', height)
  checkRatio(width / height)
  if (width * height > MAX_PIXELS)
    throw new MediaFault('PixelCountTooLarge', 'The image has too many pixels.')
  const options = { types, limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  const picture = await openPicture(path, options)
  await picture
    .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()
    .catch(() => {
      throw new MediaFault('FormatUnsupported', 'The image could not be decoded.')
    })
}

function checkSide(side: 'Width' | 'Height', pixels: number): void {
  const range = `${side} is ${pixels} px; it must be ${sideLimits.min} to ${sideLimits.max}.`
  if (pixels < sideLimits.min) throw new MediaFault(`${side}TooSmall`, range)
  if (pixels > sideLimits.max) throw new MediaFault(`${side}TooLarge`, range)
}

function checkRatio(ratio: number): void {
  const range = `The aspect ratio is ${ratio.toFixed(2)}; it must be ${ratioLimits.min} to ${ratioLimits.max}.`
  if (ratio < ratioLimits.min) throw new MediaFault('AspectRatioTooSmall', range)
  if (ratio > ratioLimits.max) throw new MediaFault('AspectRatioTooLarge', range)
}

const PACKETS_FOR_FPS = 200

/** Checks a video or an audio file. Throws MediaFault. */
async function checkRecording(path: string, assetType: 'Video' | 'Audio'): Promise<void> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track =
      assetType === 'Video' ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack()
    if (track === null)
      throw new MediaFault('TypeMismatch', `The file has no ${assetType.toLowerCase()} track.`)
    checkSeconds(await input.computeDuration())
    if (track.isVideoTrack()) await checkVideo(track)
  } catch (error) {
    if (error instanceof MediaFault) throw error
    throw new MediaFault('FormatUnsupported', 'The file could not be read.')
  } finally {
    input.dispose()
  }
}

function checkSeconds(seconds: number): void {
  const range = `It lasts ${seconds.toFixed(1)} s; it must last ${secondsLimits.min} to ${secondsLimits.max} s.`
  if (seconds < secondsLimits.min) throw new MediaFault('DurationTooShort', range)
  if (seconds > secondsLimits.max) throw new MediaFault('DurationTooLong', range)
}

async function checkVideo(track: InputVideoTrack): Promise<void> {
  const [codec, width, height] = await Promise.all([
    track.getCodec(),
    track.getDisplayWidth(),
    track.getDisplayHeight(),
  ])
  if (codec !== 'avc' && codec !== 'hevc')
    throw new MediaFault(
      'FormatUnsupported',
      `The video codec is ${codec ?? 'unknown'}; it must be H.264 or H.265.`,
    )
  checkSide('Width', width)
  checkSide('Height', height)
  checkRatio(width / height)
  const pixels = width * height
  if (pixels < videoPixelLimits.min)
    throw new MediaFault('PixelCountTooSmall', 'The video has too few pixels.')
  if (pixels > videoPixelLimits.max)
    throw new MediaFault('PixelCountTooLarge', 'The video has too many pixels.')
  const { averagePacketRate: fps } = await track.computePacketStats(PACKETS_FOR_FPS)
  const range = `The frame rate is ${fps.toFixed(1)}; it must be ${fpsLimits.min} to ${fpsLimits.max} frames per second.`
  // Cameras round: 23.976 counts as 24.
  if (fps < fpsLimits.min - 0.5) throw new MediaFault('FpsTooLow', range)
  if (fps > fpsLimits.max + 0.5) throw new MediaFault('FpsTooHigh', range)
}
