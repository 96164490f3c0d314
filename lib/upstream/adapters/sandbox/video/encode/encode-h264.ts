import encoderPackage, { type H264MP4Encoder } from 'h264-mp4-encoder'
import type { FrameSize } from '@/lib/upstream/video-pixels'

export type H264Options = FrameSize & {
  fps: number
  /** 10 is the best picture, 51 the smallest file. */
  quantizer: number
}

/** Takes frames one by one and ends with an MP4 that has nothing but them. Only in a child process: the encoder's
 * runtime takes over the crash handlers of whatever process it is loaded in. */
export type H264 = { add(frame: Uint8Array): void; finish(): Uint8Array<ArrayBuffer> }

const FASTEST = 10
const SECONDS_BETWEEN_KEYFRAMES = 1

export async function encodeH264({ width, height, fps, quantizer }: H264Options): Promise<H264> {
  const encoder: H264MP4Encoder = await encoderPackage.createH264MP4Encoder()
  encoder.width = width
  encoder.height = height
  encoder.frameRate = fps
  encoder.speed = FASTEST
  encoder.quantizationParameter = quantizer
  encoder.groupOfPictures = fps * SECONDS_BETWEEN_KEYFRAMES
  encoder.initialize()
  return {
    add: (frame) => encoder.addFrameYuv(frame),
    finish() {
      encoder.finalize()
      const file = new Uint8Array(encoder.FS.readFile(encoder.outputFilename))
      encoder.FS.unlink(encoder.outputFilename)
      encoder.delete()
      return file
    },
  }
}
