import type { FilmSet } from '../stage/film-set'
import { playAmbience } from './play-ambience'
import { playMusic } from './play-music'
import type { Sound } from './sound'
import { openTrack, SAMPLE_RATE, type Track } from './track'

const FADE_SECONDS = 0.35
const PEAK = 0.82

/** What a film sounds like: its place, some music, and the sounds that came with the order in front of both. */
export function composeSound(set: FilmSet, given: readonly Sound[]): Sound {
  const track = openTrack(set.seconds, set.random.fork('sound'))
  playAmbience(track, set)
  playMusic(track, set, given.length > 0 ? 0.2 : 1)
  level(track, given.length > 0 ? 0.35 : 1)
  for (const sound of given) mixIn(track, sound)
  return master(track)
}

function level({ left, right }: Track, gain: number): void {
  for (let at = 0; at < left.length; at++) {
    left[at] = (left[at] ?? 0) * gain
    right[at] = (right[at] ?? 0) * gain
  }
}

/** From its beginning, as long as the film lasts. */
function mixIn({ left, right }: Track, sound: Sound): void {
  const pace = sound.sampleRate / SAMPLE_RATE
  for (let at = 0; at < left.length; at++) {
    const from = Math.floor(at * pace)
    if (from >= sound.left.length) return
    left[at] = (left[at] ?? 0) + (sound.left[from] ?? 0) * 0.9
    right[at] = (right[at] ?? 0) + (sound.right[from] ?? 0) * 0.9
  }
}

/** Never too loud, never too soft, in and out without a click. */
function master({ left, right, sampleRate }: Track): Sound {
  let peak = 0.02
  for (let at = 0; at < left.length; at++)
    peak = Math.max(peak, Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0))
  const gain = PEAK / peak
  const fade = FADE_SECONDS * SAMPLE_RATE
  for (let at = 0; at < left.length; at++) {
    const edge = Math.min(1, at / fade, (left.length - 1 - at) / fade)
    left[at] = (left[at] ?? 0) * gain * edge
    right[at] = (right[at] ?? 0) * gain * edge
  }
  return { left, right, sampleRate }
}
