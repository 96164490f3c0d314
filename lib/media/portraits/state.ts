import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import type { AssetStatus } from './schema'

const assetMoves: StateMoves<AssetStatus> = { Processing: ['Active', 'Failed'], Active: [], Failed: [] }

/** A check of liveness: for whom the link waits, who opened it, and how it ended. */
type ValidationState = 'waiting' | 'opened' | 'passed' | 'failed'

const validationMoves: StateMoves<ValidationState> = {
  waiting: ['opened'],
  opened: ['passed', 'failed'],
  passed: [],
  failed: [],
}

/** The states from which an asset may come into this one. */
export const assetStatesBefore = (to: AssetStatus) => statesLeadingTo(assetMoves, to)

/** The states from which a check of liveness may come into this one. */
export const validationStatesBefore = (to: ValidationState) => statesLeadingTo(validationMoves, to)
