import type { VideoCapabilities } from '@/lib/catalog/schema'
import { durationsOf, usualSeconds, type VideoRecord } from '@/lib/videos/schema'
import type { VideoDraft } from '../draft'

/** What a model will be asked for, by what it can do. */
export type SettledDraft = {
  ratio: VideoRecord['ratio']
  resolution: VideoRecord['resolution']
  duration: number
  /** What may be chosen. */
  ratios: VideoRecord['ratio'][]
  resolutions: VideoRecord['resolution'][]
  /** Null: every second of the model's range. */
  durations: readonly number[] | null
}

/** A draft outlives a change of model: what the new one cannot do becomes what it does by itself. */
export function settleDraft(draft: VideoDraft, able: VideoCapabilities): SettledDraft {
  const ratios = ratiosOf(draft, able)
  const resolutions = draft.isDraft && able.draft ? able.draft_resolutions : able.resolutions
  const usualRatio = startsFromFrame(draft) ? 'adaptive' : able.default_ratio
  const resolution = among(resolutions, draft.resolution, able.default_resolution)
  const durations = durationsOf(able, resolution)
  return {
    ratios,
    resolutions,
    durations,
    resolution,
    ratio: among(ratios, draft.ratio, usualRatio, able.default_ratio),
    duration: durationOf(draft.duration ?? usualSeconds(able, durations), able, durations),
  }
}

function ratiosOf(draft: VideoDraft, able: VideoCapabilities): VideoRecord['ratio'][] {
  if (startsFromFrame(draft) && able.adaptive_frames_only) return ['adaptive']
  if (draft.mode === 'text' && !able.adaptive_text) return able.ratios.filter((ratio) => ratio !== 'adaptive')
  return able.ratios
}

function startsFromFrame({ mode }: VideoDraft): boolean {
  return mode === 'first' || mode === 'ends'
}

function durationOf(seconds: number, able: VideoCapabilities, choices: readonly number[] | null): number {
  if (seconds === -1 && able.automatic_duration) return -1
  const asked = seconds === -1 ? able.min_seconds : seconds
  if (choices !== null) return nearest(choices, asked)
  return clamp(asked, able)
}

/** The shorter one of two that are as near. */
function nearest(choices: readonly number[], seconds: number): number {
  const distance = (choice: number) => Math.abs(choice - seconds)
  return choices.reduce((best, choice) => (distance(choice) < distance(best) ? choice : best))
}

function clamp(seconds: number, able: VideoCapabilities): number {
  return Math.min(Math.max(seconds, able.min_seconds), able.max_seconds)
}

/** The first of the wishes that is allowed. */
function among<Value>(allowed: readonly Value[], ...wishes: (Value | null)[]): Value {
  const wish = wishes.find((one) => one !== null && allowed.includes(one)) ?? allowed[0]
  if (wish === undefined || wish === null) throw new Error('a model allows nothing at all')
  return wish
}
