/** What the families of Seedance take besides words, pictures, ratio, resolution and duration. */
export type Generation = {
  seed: boolean
  frames: boolean
  cameraFixed: boolean
  flex: boolean
  audio: boolean
  webSearch: boolean
  draft: boolean
}

const none: Generation = {
  seed: false,
  frames: false,
  cameraFixed: false,
  flex: false,
  audio: false,
  webSearch: false,
  draft: false,
}

const generations: readonly (readonly [RegExp, Generation])[] = [
  [/seedance-2-5/, { ...none, audio: true, webSearch: true, draft: true }],
  [/seedance-2-0/, { ...none, audio: true, webSearch: true }],
  [/seedance-1-5/, { ...none, seed: true, cameraFixed: true, flex: true, audio: true, draft: true }],
  [/seedance-1-0/, { ...none, seed: true, frames: true, cameraFixed: true, flex: true }],
]

/** By the model's name. An endpoint of your own (`ep-…`) hides its model: it is sent what was asked for. */
export function generationOf(model: string): Generation {
  const known = generations.find(([pattern]) => pattern.test(model))?.[1]
  return (
    known ?? {
      seed: true,
      frames: true,
      cameraFixed: true,
      flex: true,
      audio: true,
      webSearch: true,
      draft: true,
    }
  )
}
