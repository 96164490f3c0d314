import { createFrame, type Frame } from '../picture/create-frame'
import type { Prop } from './prop'

const HELD_FRAMES = 2

/**
 * What is so far away that it hardly moves from one frame to the next: drawn for every second frame, kept for the other.
 * It must come first and cover the whole frame.
 */
export function held(props: readonly Prop[]): Prop {
  let kept: Frame | null = null
  let age = 0
  return (frame, moment) => {
    if (kept === null || age % HELD_FRAMES === 0) {
      kept ??= createFrame(frame.width, frame.height)
      for (const draw of props) draw(kept, moment)
    }
    age++
    frame.bytes.set(kept.bytes)
  }
}
