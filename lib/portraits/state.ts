/** Where assets and checks of liveness may go. */
const assetMoves = { Processing: ['Active', 'Failed'], Active: [], Failed: [] } as const
export type AssetState = keyof typeof assetMoves

export function canMoveAsset(from: AssetState, to: AssetState): boolean {
  return assetMoves[from].some((target) => target === to)
}

const validationMoves = { waiting: ['opened'], opened: ['passed', 'failed'], passed: [], failed: [] } as const
export type ValidationState = keyof typeof validationMoves

export function canMoveValidation(from: ValidationState, to: ValidationState): boolean {
  return validationMoves[from].some((target) => target === to)
}

/** What the row must still be in when the move is written. */
export function validationSources(to: ValidationState): ValidationState[] {
  const all: ValidationState[] = ['waiting', 'opened', 'passed', 'failed']
  return all.filter((from) => canMoveValidation(from, to))
}
