import type { SceneName } from '../../images/scenes/scenes'
import { type FilmSet, isDark } from '../stage/film-set'
import { playNoise } from './play-noise'
import { playTone } from './play-tone'
import type { Track } from './track'

type Play = (track: Track, set: FilmSet) => void

/** Swells of wind, one over the other. */
const wind: Play = (track) => {
  const phase = track.random.between(0, 6)
  playNoise(track, {
    below: 420,
    above: 40,
    level: 0.55,
    shape: (at) => 0.5 + 0.3 * Math.sin(at * 0.7 + phase) + 0.2 * Math.sin(at * 1.9),
  })
}

/** A wave every four seconds, as the swell in the picture. */
const waves: Play = (track) => {
  playNoise(track, {
    below: 900,
    above: 90,
    level: 0.62,
    shape: (at) => 0.25 + 0.75 * Math.max(0, Math.sin(at * 1.25 - 0.6)) ** 2,
  })
  playNoise(track, {
    below: 5200,
    above: 1400,
    level: 0.3,
    shape: (at) => Math.max(0, Math.sin(at * 1.25 - 1.3)) ** 3,
  })
}

const lapping: Play = (track) =>
  playNoise(track, {
    below: 700,
    above: 160,
    level: 0.34,
    shape: (at) => 0.35 + 0.4 * Math.max(0, Math.sin(at * 2.1)) ** 2,
  })

const rain: Play = (track) => {
  playNoise(track, { below: 9000, above: 900, level: 0.3, shape: () => 1 })
  playNoise(track, { below: 1200, above: 200, level: 0.2, shape: () => 1 })
}

const birds: Play = (track) => {
  for (
    let at = track.random.between(0.2, 0.9);
    at < track.seconds - 0.4;
    at += track.random.between(0.5, 1.6)
  ) {
    const base = track.random.between(2300, 3900)
    const pan = track.random.between(-0.8, 0.8)
    const notes = track.random.whole(2, 5)
    for (let note = 0; note < notes; note++)
      playTone(track, {
        at: at + note * 0.11,
        lasts: 0.09,
        from: base * track.random.between(0.9, 1.2),
        to: base * track.random.between(0.8, 1.25),
        level: 0.07,
        pan,
        shape: (share) => Math.sin(Math.PI * share),
      })
  }
}

const crickets: Play = (track) => {
  for (const [pitch, pace, pan] of [
    [4300, 0.62, -0.5],
    [4750, 0.81, 0.6],
  ] as const)
    for (let at = track.random.next() * pace; at < track.seconds - 0.2; at += pace)
      for (let pulse = 0; pulse < 4; pulse++)
        playTone(track, {
          at: at + pulse * 0.045,
          lasts: 0.03,
          from: pitch,
          to: pitch,
          level: 0.035,
          pan,
          shape: (share) => Math.sin(Math.PI * share),
        })
}

const streets: Play = (track) => {
  playNoise(track, { below: 260, above: 30, level: 0.7, shape: (at) => 0.75 + 0.25 * Math.sin(at * 0.9) })
  for (let at = track.random.between(0.4, 1.4); at < track.seconds; at += track.random.between(1.3, 2.4)) {
    const middle = at
    playNoise(track, {
      below: 1500,
      above: 200,
      level: 0.13,
      shape: (now) => Math.exp(-(((now - middle) / 0.5) ** 2)),
    })
  }
}

const engine: Play = (track) => {
  playNoise(track, { below: 340, above: 30, level: 0.75, shape: () => 1 })
  for (const pitch of [58, 87.4, 116.5])
    playTone(track, {
      at: 0,
      lasts: track.seconds,
      from: pitch,
      to: pitch * 1.04,
      level: 0.05,
      overtones: 0.8,
      shape: (share) => Math.min(1, share * 12, (1 - share) * 12),
    })
}

const deep: Play = (track) => {
  playNoise(track, { below: 210, above: 25, level: 1, shape: (at) => 0.7 + 0.3 * Math.sin(at * 0.8) })
  for (let at = 0.2; at < track.seconds - 0.3; at += track.random.between(0.16, 0.6)) {
    const pitch = track.random.between(320, 900)
    playTone(track, {
      at,
      lasts: 0.11,
      from: pitch,
      to: pitch * 1.9,
      level: 0.05,
      pan: track.random.between(-0.8, 0.8),
      shape: (share) => Math.sin(Math.PI * share) ** 2,
    })
  }
}

const orbit: Play = (track) => {
  for (const [pitch, pan] of [
    [55, -0.4],
    [55.4, 0.4],
    [82.6, 0],
  ] as const)
    playTone(track, {
      at: 0,
      lasts: track.seconds,
      from: pitch,
      to: pitch,
      level: 0.13,
      pan,
      overtones: 0.4,
      shape: (share) => Math.min(1, share * 5, (1 - share) * 5),
    })
}

const crackle: Play = (track) => {
  for (let at = 0.1; at < track.seconds - 0.2; at += track.random.between(0.03, 0.2)) {
    const pitch = track.random.between(500, 2600)
    playTone(track, {
      at,
      lasts: 0.02,
      from: pitch,
      to: pitch * 0.5,
      level: 0.05,
      pan: track.random.between(-0.4, 0.4),
    })
  }
}

const thunder: Play = (track) => {
  const strike = Math.min(track.seconds * 0.4, 1.6)
  playNoise(track, {
    below: 130,
    above: 20,
    level: 4,
    shape: (at) => (at < strike ? 0 : Math.exp(-(at - strike) * 1.1) * (0.7 + 0.3 * Math.sin(at * 23))),
  })
}

const whisper: Play = (track) => playNoise(track, { below: 600, above: 80, level: 0.14, shape: () => 1 })

const byScene: Partial<Record<SceneName, readonly Play[]>> = {
  abstract: [],
  beach: [waves],
  city: [streets],
  desert: [wind],
  forest: [wind],
  highSky: [wind],
  lake: [lapping],
  meadow: [wind],
  mountains: [wind, lapping],
  nightHills: [wind],
  road: [engine],
  sea: [waves, wind],
  space: [orbit],
  underwater: [deep],
}

/** What is heard at a place: the place itself, its weather, its hour. */
export function playAmbience(track: Track, set: FilmSet): void {
  const { scene, brief } = set
  const isOutdoors = byScene[scene] !== undefined && !['abstract', 'space', 'underwater'].includes(scene)
  const plays = [...(byScene[scene] ?? [whisper])]
  if (isOutdoors && isDark(set)) plays.push(crickets)
  else if (isOutdoors && !['desert', 'city', 'road'].includes(scene) && brief.weather !== 'rain')
    plays.push(birds)
  if (brief.weather === 'rain' || brief.weather === 'lightning') plays.push(rain)
  if (brief.weather === 'lightning') plays.push(thunder)
  if (brief.subjects.some(({ motif }) => motif === 'tent' || motif === 'candle')) plays.push(crackle)
  for (const play of plays) play(track, set)
}
