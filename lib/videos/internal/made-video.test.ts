import { expect, it } from 'vitest'
import { wholeSeconds } from './made-video'

it.each([
  [{ duration: 5, frames: null }, undefined, 5],
  [{ duration: -1, frames: null }, undefined, -1],
  [{ duration: -1, frames: null }, 6.958, 7],
  [{ duration: 5, frames: null }, 5.041, 5],
  [{ duration: 5, frames: null }, 4.958, 5],
  [{ duration: 5, frames: 29 }, undefined, 1],
  [{ duration: 5, frames: 289 }, undefined, 12],
  [{ duration: -1, frames: 1 }, undefined, 1],
  [{ duration: 5, frames: 109 }, 4.54, 5],
])('%j, made %j, is %i s', (asked, made, seconds) => {
  expect(wholeSeconds(asked, made)).toBe(seconds)
})
