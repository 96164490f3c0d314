import type { Frame } from '../picture/create-frame'

/** A film that has been built and can be shot, frame after frame. */
export type Film = {
  readonly width: number
  readonly height: number
  readonly frames: number
  draw(frame: Frame, index: number): void
}
