/** Why a run cannot go on, as a sentence for whoever started it; it can be resumed once that is mended. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}
