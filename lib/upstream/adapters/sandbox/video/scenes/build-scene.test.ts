import { describe, expect, it } from 'vitest'
import { scenes } from '../../images/scenes/scenes'
import { createFrame } from '../picture/create-frame'
import { type CameraMove, viewAt } from '../stage/camera'
import { openSet } from '../stage/open-set'
import { buildScene } from './build-scene'

const names = Object.keys(scenes) as (keyof typeof scenes)[]
const moves: CameraMove[] = ['pan-left', 'pan-right', 'tilt-up', 'tilt-down', 'push-in', 'pull-out', 'drift']
/** Nothing paints with it: brightness ends at 240. */
const UNPAINTED = 255

describe.each([
  [432, 248],
  [248, 432],
])('at %i x %i', (width, height) => {
  it.each(names)('%s covers the whole picture wherever the camera goes', async (scene) => {
    const set = { ...openSet({ prompt: 'A fox and a boat', seed: 3, width, height, seconds: 5 }), scene }
    const props = await buildScene(set)
    const frame = createFrame(width, height)
    for (const move of moves)
      for (const progress of [0, 1]) {
        frame.bytes.fill(UNPAINTED)
        // Twice: what is far away is drawn for every second frame.
        for (let time = 0; time < 2; time++)
          for (const draw of props)
            draw(frame, { seconds: progress * 5, progress, view: viewAt(move, progress) })
        expect(frame.luma.includes(UNPAINTED), `${move} at ${progress}`).toBe(false)
      }
  })
})
