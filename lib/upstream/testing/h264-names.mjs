// The encoder is a CommonJS bundle: Next finds the names in it, plain Node only the whole.
import { createRequire } from 'node:module'

export const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder')
