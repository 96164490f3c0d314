/**
 * The frame sizes of videos. Every family of models has its own table, in which all ratios of a resolution have about the same
 * number of pixels. The sandbox uses `seedance-2.0`.
 */
export const pixelTables = ['seedance-1.0', 'seedance-2.0', 'seedance-2.5'] as const
type PixelTable = (typeof pixelTables)[number]

export const videoResolutions = ['480p', '720p', '1080p'] as const
export type VideoResolution = (typeof videoResolutions)[number]

export const videoRatios = ['16:9', '9:16', '4:3', '3:4', '21:9', '1:1'] as const
export type VideoRatio = (typeof videoRatios)[number]

export type FrameSize = { width: number; height: number }

type LandscapeRatio = '16:9' | '4:3' | '1:1' | '21:9'
type Rows = Record<VideoResolution, Record<LandscapeRatio, readonly [number, number]>>

const seedance2: Rows = {
  '480p': { '16:9': [864, 496], '4:3': [752, 560], '1:1': [640, 640], '21:9': [992, 432] },
  '720p': { '16:9': [1280, 720], '4:3': [1112, 834], '1:1': [960, 960], '21:9': [1470, 630] },
  '1080p': { '16:9': [1920, 1080], '4:3': [1664, 1248], '1:1': [1440, 1440], '21:9': [2206, 946] },
}

const tables: Record<PixelTable, Rows> = {
  'seedance-1.0': {
    '480p': { '16:9': [864, 480], '4:3': [736, 544], '1:1': [640, 640], '21:9': [960, 416] },
    '720p': { '16:9': [1248, 704], '4:3': [1120, 832], '1:1': [960, 960], '21:9': [1504, 640] },
    '1080p': { '16:9': [1920, 1088], '4:3': [1664, 1248], '1:1': [1440, 1440], '21:9': [2176, 928] },
  },
  'seedance-2.0': seedance2,
  'seedance-2.5': { ...seedance2, '480p': { ...seedance2['480p'], '16:9': [854, 480] } },
}

const landscapeOf: Record<VideoRatio, { ratio: LandscapeRatio; isUpright: boolean }> = {
  '16:9': { ratio: '16:9', isUpright: false },
  '9:16': { ratio: '16:9', isUpright: true },
  '4:3': { ratio: '4:3', isUpright: false },
  '3:4': { ratio: '4:3', isUpright: true },
  '21:9': { ratio: '21:9', isUpright: false },
  '1:1': { ratio: '1:1', isUpright: false },
}

export function videoPixels(
  resolution: VideoResolution,
  ratio: VideoRatio,
  table: PixelTable = 'seedance-2.0',
): FrameSize {
  const { ratio: landscape, isUpright } = landscapeOf[ratio]
  const [long, short] = tables[table][resolution][landscape]
  return isUpright ? { width: short, height: long } : { width: long, height: short }
}

/** The ratio nearest to that of an image, which is what `adaptive` resolves to. */
export function nearestRatio({ width, height }: FrameSize): VideoRatio {
  const asked = Math.log(width / height)
  const distances = videoRatios.map((ratio) => ({ ratio, distance: Math.abs(asked - logOf(ratio)) }))
  return distances.reduce((best, one) => (one.distance < best.distance ? one : best)).ratio
}

function logOf(ratio: VideoRatio): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return Math.log(across / down)
}

const FPS = 24
const PIXEL_FRAMES_PER_TOKEN = 1024

type VideoMeasure = {
  resolution: VideoResolution
  ratio: VideoRatio | 'adaptive'
  /** The maximum, if the model decides. */
  durationSeconds: number
  /** Instead of the duration. */
  frames: number | null
  /** The duration of reference videos, which some models bill like output. */
  inputVideoSeconds?: number
  table?: PixelTable
}

/**
 * The tokens of a video: `width · height · (24 · seconds + 1) / 1024`, rounded up. An upper bound (`adaptive` counts as the
 * largest ratio) until the upstream reports the actual usage.
 */
export function estimateVideoTokens(measure: VideoMeasure): number {
  const { resolution, ratio, durationSeconds, frames, inputVideoSeconds = 0, table } = measure
  const ratios = ratio === 'adaptive' ? videoRatios : [ratio]
  const pixels = ratios
    .map((one) => videoPixels(resolution, one, table))
    .map((size) => size.width * size.height)
  const made = frames ?? FPS * durationSeconds + 1
  return Math.ceil((Math.max(...pixels) * (made + FPS * inputVideoSeconds)) / PIXEL_FRAMES_PER_TOKEN)
}
