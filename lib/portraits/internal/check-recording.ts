import { ALL_FORMATS, FilePathSource, Input, type InputVideoTrack } from 'mediabunny'
import { checkRatio, checkSide } from './check-image'
import { MediaFault } from './media-fault'
import { fpsLimits, secondsLimits, videoPixelLimits } from './media-limits'

const PACKETS_FOR_FPS = 200

/** A video or a sound. Throws MediaFault. */
export async function checkRecording(path: string, assetType: 'Video' | 'Audio'): Promise<void> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track =
      assetType === 'Video' ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack()
    if (track === null)
      throw new MediaFault('TypeMismatch', `The file has no ${assetType.toLowerCase()} in it.`)
    checkSeconds(await input.computeDuration())
    if (track.isVideoTrack()) await checkVideo(track)
  } catch (error) {
    if (error instanceof MediaFault) throw error
    throw new MediaFault('FormatUnsupported', 'The recording cannot be read.')
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
      `The video is coded as ${codec ?? 'something unknown'}; it must be H.264 or H.265.`,
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
  const range = `It has ${fps.toFixed(1)} frames a second; there must be ${fpsLimits.min} to ${fpsLimits.max}.`
  // Recorders round: 23.976 is 24.
  if (fps < fpsLimits.min - 0.5) throw new MediaFault('FpsTooLow', range)
  if (fps > fpsLimits.max + 0.5) throw new MediaFault('FpsTooHigh', range)
}
