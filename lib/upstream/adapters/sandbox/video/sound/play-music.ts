import type { FilmSet } from '../stage/film-set'
import { playTone } from './play-tone'
import type { Track } from './track'

/** Chords as steps of a scale, and the scale as half tones over the root. */
const MAJOR = [0, 2, 4, 5, 7, 9, 11]
const MINOR = [0, 2, 3, 5, 7, 8, 10]
type Chords = readonly [readonly number[], ...(readonly number[])[]]
const bright: Chords = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [3, 0, 4, 5],
]
const dark: Chords = [
  [0, 5, 2, 6],
  [0, 3, 5, 4],
  [0, 6, 5, 6],
]

/** A chord every two seconds or so, and an arpeggio over it: in major by day, in minor by night and in bad weather. */
export function playMusic(track: Track, { hour, brief }: FilmSet, level: number): void {
  const { random, seconds } = track
  const isMinor =
    hour === 'night' ||
    hour === 'dusk' ||
    brief.weather === 'rain' ||
    brief.weather === 'lightning' ||
    brief.palette === 'storm'
  const scale = isMinor ? MINOR : MAJOR
  const chords = random.pick(isMinor ? dark : bright)
  const root = 110 * 2 ** (random.whole(-3, 4) / 12)
  const bars = Math.max(1, Math.round(seconds / 2.1))
  const bar = seconds / bars
  const pitchOf = (step: number) =>
    root * 2 ** ((12 * Math.floor(step / 7) + (scale[((step % 7) + 7) % 7] ?? 0)) / 12)
  for (let at = 0; at < bars; at++) {
    const chord = chords[at % chords.length] ?? 0
    for (const [order, step] of [chord, chord + 2, chord + 4].entries())
      pad(track, at * bar, bar * 1.25, pitchOf(step), 0.055 * level, (order - 1) * 0.5)
    playTone(track, {
      at: at * bar,
      lasts: bar,
      from: pitchOf(chord) / 2,
      to: pitchOf(chord) / 2,
      level: 0.09 * level,
      overtones: 0.3,
      shape: (share) => Math.min(1, share * 20) * (1 - share),
    })
    for (let note = 0; note < 8; note++) {
      if (random.chance(0.24)) continue
      const step = chord + ([0, 2, 4, 7, 4, 9, 7, 11][note] ?? 0)
      playTone(track, {
        at: at * bar + (note * bar) / 8,
        lasts: 0.9,
        from: pitchOf(step) * 2,
        to: pitchOf(step) * 2,
        level: 0.045 * level,
        pan: Math.sin(note * 1.7) * 0.6,
        overtones: 0.5,
      })
    }
  }
}

/** Two voices a hair apart. */
function pad(track: Track, at: number, lasts: number, pitch: number, level: number, pan: number): void {
  const shape = (share: number) => Math.sin(Math.PI * Math.min(1, share)) ** 0.7
  playTone(track, { at, lasts, from: pitch * 1.002, to: pitch * 1.002, level, pan, overtones: 0.35, shape })
  playTone(track, {
    at,
    lasts,
    from: pitch * 0.998,
    to: pitch * 0.998,
    level,
    pan: -pan,
    overtones: 0.35,
    shape,
  })
}
